import { expect, test } from 'vitest';
import { startProgress } from '../../scripts/progress.ts';

function write(total: number, isTTY: boolean): string {
  let written = '';
  const progress = startProgress('Images', total, {
    isTTY,
    write: (text: string | Uint8Array) => {
      written += String(text);
      return true;
    },
  });
  for (let done = 0; done < total; done += 1) progress.advance();
  progress.end();
  return written;
}

test('a log has a plain line for each tenth of the work, the last one for all of it', () => {
  const lines = write(200, false).trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect([lines[0], lines.at(-1)]).toEqual(['Images: 20 of 200', 'Images: 200 of 200']);
  expect(write(2, false)).toBe('Images: 1 of 2\nImages: 2 of 2\n');
});

test('a terminal has one line that is written over, and gone at the end', () => {
  const written = write(3, true);
  expect(written).not.toContain('\n');
  expect(written).toContain('\r\x1b[KImages: 2 of 3');
  expect(written.endsWith('\r\x1b[K')).toBe(true);
});
