/** Items as a list of the Delivery and Management APIs, all on one page. */
export const toList = (items: readonly unknown[]) => ({
  sys: { type: 'Array' },
  total: items.length,
  skip: 0,
  limit: 1000,
  items,
});
