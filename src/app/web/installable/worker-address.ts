/** The only address that may become a script here. */
export const workerAddress = '/sw.js';
