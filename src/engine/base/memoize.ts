/**
 * Remembers what a pure function made of a text.
 * @param most texts to remember, where others than us choose them
 */
export function memoize<T>(make: (text: string) => T, most = Infinity): (text: string) => T {
  const made = new Map<string, { result: T }>();
  return (text) => {
    const known = made.get(text);
    if (known) return known.result;
    const result = make(text);
    if (made.size >= most) made.clear();
    made.set(text, { result });
    return result;
  };
}
