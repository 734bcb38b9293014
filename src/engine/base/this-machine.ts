/** Whether a host name or an address, as in a URL or of a socket, means this machine itself. */
export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|\[?::1\]?|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(host);
