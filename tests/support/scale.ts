/** How much of something: little in `npm test`, all of what is promised in `npm run bench`. */
export const scaled = (short: number, full: number): number =>
  process.env.FULL_SCALE === '1' ? full : short;
