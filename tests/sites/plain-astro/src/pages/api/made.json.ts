let made = 0;

/** For all visitors, and stored for none. */
export const GET = ({ cache }) => {
  cache.set(false);
  made += 1;
  return Response.json(made);
};
