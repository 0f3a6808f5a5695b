/**
 * Loaded before each program that the launcher starts. The channel to the launcher closes however that dies, kill -9
 * included, and a program without its launcher would hold the port against the next one.
 */
process.once('disconnect', () => process.exit(1));
