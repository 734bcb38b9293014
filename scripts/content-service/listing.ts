/** A list of the Delivery and Management APIs, whole. */
export const toList = (items: readonly unknown[]) => ({
  sys: { type: 'Array' },
  total: items.length,
  skip: 0,
  limit: 1000,
  items,
});
