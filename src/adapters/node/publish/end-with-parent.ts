/**
 * Imported first by every process that a server starts: ends this process when the one that started it
 * ends, in whatever way. The operating system closes the channel between the two.
 */
process.once('disconnect', () => process.exit(1));
// The channel alone does not keep this process running.
process.channel?.unref();
