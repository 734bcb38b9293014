/**
 * Ends this process when its parent ends, however that happens: the operating system then closes their
 * channel. Every process that a server starts imports this file first.
 */
process.once('disconnect', () => process.exit(1));
// The parent may have ended while this process loaded its files, before anybody listened.
if (process.send && !process.connected) process.exit(1);
// The channel alone must not keep this process running.
process.channel?.unref();
