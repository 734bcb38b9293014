/** Chooses the amount of a test: small in `npm test`, the promised amount in `npm run bench`. */
export const scaled = (short: number, full: number): number =>
  process.env.FULL_SCALE === '1' ? full : short;
