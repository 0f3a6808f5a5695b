/**
 * Loaded before each program that the launcher starts. The channel to the launcher closes however the launcher dies, kill -9 included; an
 * orphaned program would keep the port from the next one.
 */
process.once('disconnect', () => process.exit(1));
