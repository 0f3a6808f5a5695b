/**
 * How Node is started for every server of ours; the image and the systemd unit, which cannot import it, are compared with it
 * (deploy-units.test.ts). A call's allocations die with the call: with a larger young generation, in MB, less of it is copied before that
 * (docs/decisions/0082-what-a-call-costs.md).
 */
export const nodeArguments = ['--enable-source-maps', '--max-semi-space-size=64'];
