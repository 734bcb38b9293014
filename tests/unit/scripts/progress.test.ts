import { expect, test } from 'vitest';
import { startSteps } from '../../../scripts/command-line/progress.ts';

function createOutput(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { isTTY, write, getText: () => written.join('') };
}

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
