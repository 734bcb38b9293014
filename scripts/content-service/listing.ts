/** A one-page list, as the Delivery and Management APIs send it. */
export const toList = (items: readonly unknown[]) => ({
  sys: { type: 'Array' },
  total: items.length,
  skip: 0,
  limit: 1000,
  items,
});
