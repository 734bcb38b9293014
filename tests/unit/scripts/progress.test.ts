import { expect, test } from 'vitest';
import { startProgress, startSteps } from '../../../scripts/command-line/progress.ts';

function createOutput(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { isTTY, write, getText: () => written.join('') };
}

function write(total: number, isTTY: boolean, quiet = 0): string {
  const out = createOutput(isTTY);
  const progress = startProgress('Images', total, out, quiet);
  for (let done = 0; done < total; done += 1) progress.advance();
  progress.end();
  return out.getText();
}

test('a log gets one line for each tenth of the work', () => {
  const lines = write(200, false).trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect([lines[0], lines.at(-1)]).toEqual(['Images: 20 of 200', 'Images: 200 of 200']);
  expect(write(2, false)).toBe('Images: 1 of 2\nImages: 2 of 2\n');
});

test('a terminal has one line that is overwritten, and removed at the end', () => {
  const written = write(3, true);
  expect(written).not.toContain('\n');
  expect(written).toContain('\r\x1b[KImages: 2 of 3');
  expect(written.endsWith('\r\x1b[K')).toBe(true);
});

test('a log gets no line for work that ends at once', () => {
  expect(write(200, false, 60_000)).toBe('');
});

test('steps are lines in a log, and one line in a terminal that is removed at the end', () => {
  const tell = (isTTY: boolean) => {
    const out = createOutput(isTTY);
    const { say, end } = startSteps(out);
    say('building');
    say('measuring');
    end();
    return out.getText();
  };
  expect(tell(false)).toBe('… building\n… measuring\n');
  expect(tell(true)).toBe('\r\x1b[K… building\r\x1b[K… measuring\r\x1b[K');
});
