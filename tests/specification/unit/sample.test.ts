import { expect, onTestFinished, test } from 'vitest';
import { startContentService } from '../../../scripts/content-service/service.ts';
import { createDigest, findSample, reduce } from '../../../scripts/doctor/sample.ts';
import { settingsOf } from '../../fixtures/content.ts';
import { runScript } from '../../commands/run-script.ts';

test('npm run doctor for a public address fails while a page shows the sample, and names file, text and page', async () => {
  const service = await startContentService({ space: { entries: [], assets: [] } });
  onTestFinished(() => service.close());
  const { code, output } = await runScript('scripts/doctor.ts', {
    SITE_URL: 'https://www.example.com',
    ...settingsOf(service.account),
  });
  expect(code).toBe(1);
  for (const [file, text] of [
    ['src/data/company.ts', 'America/New_York (every page)'],
    ['src/data/team.ts', 'https://x.com/marta_sample (/about)'],
    ['src/sections/home/Hero.astro', 'Get the growth you deserve (/)'],
    [
      'src/engine/content/fallback/growth-playbook.ts',
      'Most growth plans are lists. (/resources/growth-playbook)',
    ],
    ['public/favicon.svg', '/favicon.svg (/favicon.svg)'],
  ] as const) {
    const [, section = ''] = output.split(`WRONG  ${file} is still sample`);
    expect(section.split(/\n\S/)[0], file).toContain(`         ${text}`);
  }
  // The account has no entries.
  expect(output).not.toContain('scripts/content-service/sample');
});

test('a text or a file that the firm keeps is not sample', () => {
  const texts = [
    'Get the growth you deserve',
    'We ran companies before we advised them.',
    'Our own.',
    // The page Contact describes itself in the same words.
    'What is holding your growth back?',
  ];
  const shown = new Map(
    texts.map((text) => [createDigest(reduce(text)), { text, place: '/' }] as const),
  );
  const list = (...kept: string[]) => [...findSample(shown, [], kept).keys()];
  const [claims, panel] = ['src/data/claims.ts', 'src/sections/ClosingPanel.astro'];
  expect(list()).toEqual([claims, panel, 'src/sections/home/Hero.astro']);
  expect(list(claims, panel, 'Get the growth you deserve')).toEqual([]);
});
