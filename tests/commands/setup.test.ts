import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mergeEnvironment, setUpInDialogue } from '../../scripts/setup.ts';
import { startContentService } from '../../scripts/content-service/service.ts';
import { starterTypes } from '../fixtures/blog-starter.ts';
import { createFolder } from '../fixtures/folder.ts';
import { runScript } from './run-script.ts';

test('a setting replaces its line, all other lines stay, and a new setting comes last', () => {
  const text = '# Ours\nCUSTOM=kept\nSITE_URL=\nexport PORT=80\n';
  const merged = mergeEnvironment(text, {
    SITE_URL: 'https://www.example.com',
    PORT: '4321',
    SMTP_URL: 'smtp://user:a#b@mail',
    CONTENTFUL_HOST: '',
  });
  expect(merged).toBe(
    "# Ours\nCUSTOM=kept\nSITE_URL=https://www.example.com\nPORT=4321\nSMTP_URL='smtp://user:a#b@mail'\n",
  );
});

type Kind = 'fresh' | 'ours' | 'blog starter';
const typesOf = { fresh: [], ours: undefined, 'blog starter': starterTypes } as const;

async function openSpace(kind: Kind) {
  const contentTypes = typesOf[kind];
  const service = await startContentService({
    space: { entries: [], assets: [] },
    ...(contentTypes && { contentTypes }),
  });
  onTestFinished(() => service.close());
  const env = {
    SITE_URL: 'https://www.example.com',
    CONTENTFUL_SPACE_ID: service.spaceId,
    CONTENTFUL_DELIVERY_TOKEN: service.token,
    CONTENTFUL_HOST: service.host,
  };
  return { service, env };
}

/** Creates a folder whose .env allows plain HTTP to the embedded service; setup does not ask for that. */
async function createProject() {
  const folder = await createFolder();
  await writeFile(join(folder, '.env'), '# Ours\nCONTENTFUL_INSECURE=true\n');
  return { folder, readEnv: () => readFile(join(folder, '.env'), 'utf8') };
}

/** Answers questions by name, and every other question with Enter. The answer `'stop'` ends the dialogue. */
function converse(answers: Readonly<Record<string, string>>, yes: readonly RegExp[] = []) {
  const lines: string[] = [];
  const shown: string[] = [];
  return {
    lines,
    shown,
    dialogue: {
      say: (line: string) => void lines.push(line),
      ask: ({ name, isSecret }: { name: string; isSecret?: true }, present?: string) => {
        if (present !== undefined) shown.push(isSecret ? `${name} [set]` : `${name} [${present}]`);
        if (answers[name] === 'stop') throw new Error('stopped');
        return Promise.resolve(answers[name] ?? '');
      },
      confirm: (question: string) => Promise.resolve(yes.some((one) => one.test(question))),
    },
  };
}

describe('npm run setup', () => {
  test.for(['fresh', 'blog starter'] as const)(
    'creates the missing content types of a %s space at once, after a yes',
    async (kind) => {
      const { service, env } = await openSpace(kind);
      const { folder, readEnv } = await createProject();
      const token = { CONTENTFUL_MANAGEMENT_TOKEN: service.managementToken };
      const { dialogue, lines } = converse({ ...env, ...token }, [/^Do that now/]);
      const findings = await setUpInDialogue(dialogue, folder);
      expect(lines).toContain('The account lacks content types or fields that the site reads.');
      expect(lines).toContain('Nothing was changed. No field and no value would be deleted.');
      expect(lines).toContain('resource: created');
      expect(findings.filter(({ level }) => level === 'wrong')).toEqual([]);
      for (const [name, value] of Object.entries({ ...env, ...token }))
        expect(await readEnv()).toContain(`\n${name}=${value}\n`);
    },
  );

  test('changes nothing in the account after a no, and lists the remaining tasks', async () => {
    const { service, env } = await openSpace('fresh');
    const { folder } = await createProject();
    const { dialogue } = converse({ ...env, CONTENTFUL_MANAGEMENT_TOKEN: service.managementToken });
    const findings = await setUpInDialogue(dialogue, folder);
    expect(service.requests.filter((request) => /^(PUT|POST) /.test(request))).toEqual([]);
    expect(findings.map(({ line }) => line)).toContain(
      'The content type blogPost is missing in the account: npm run content:model makes it.',
    );
  });

  test('writes every answer into .env before the next question, and continues there in the next run', async () => {
    const { env } = await openSpace('ours');
    const { folder, readEnv } = await createProject();
    const first = converse({ ...env, CONTENTFUL_HOST: 'stop' });
    await expect(setUpInDialogue(first.dialogue, folder)).rejects.toThrow('stopped');
    const { CONTENTFUL_HOST: host, ...answered } = env;
    for (const [name, value] of Object.entries(answered))
      expect(await readEnv()).toContain(`\n${name}=${value}\n`);
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);

    const second = converse({ CONTENTFUL_HOST: host });
    const findings = await setUpInDialogue(second.dialogue, folder);
    expect(second.shown).toEqual([
      'SITE_URL [https://www.example.com]',
      `CONTENTFUL_SPACE_ID [${env.CONTENTFUL_SPACE_ID}]`,
      'CONTENTFUL_DELIVERY_TOKEN [set]',
    ]);
    expect(findings.filter(({ level }) => level === 'wrong')).toEqual([]);
  });

  test('asks for webhook, Netlify and mail only after a yes, and - removes an answer', async () => {
    const { folder, readEnv } = await createProject();
    const { dialogue } = converse({ CONTACT_INBOX: 'sales@firm.test', SMTP_URL: '-' }, [/^Mail/]);
    await writeFile(join(folder, '.env'), 'SMTP_URL=smtp://127.0.0.1:9\n');
    await setUpInDialogue(dialogue, folder);
    expect(await readEnv()).toBe('SMTP_URL=\nCONTACT_INBOX=sales@firm.test\n');
  });
});

describe('npm run setup without a terminal', () => {
  const run = (env: Record<string, string>, folder: string) =>
    runScript('scripts/setup.ts', { ...env, DATA_DIR: folder }, { folder });

  test.for(['fresh', 'ours'] as const)(
    'writes the answers of the environment for a %s space, and shows no secret',
    async (kind) => {
      const { service, env } = await openSpace(kind);
      const { folder, readEnv } = await createProject();
      const { code, output, errors } = await run(env, folder);
      expect([code, errors]).toEqual([0, '']);
      expect(output).toContain('SITE_URL=https://www.example.com');
      expect(output).toContain('CONTENTFUL_DELIVERY_TOKEN is set');
      expect(output).not.toContain(service.token);
      expect(output.includes('npm run content:model makes it')).toBe(kind !== 'ours');
      for (const [name, value] of Object.entries(env))
        expect(await readEnv()).toContain(`\n${name}=${value}\n`);
      expect(await readEnv()).toMatch(/^# Ours\n/);
    },
  );

  test('begins with .env.example, and keeps a wrong answer for correction', async () => {
    const folder = await createFolder();
    const { code, output } = await run({ CONTENTFUL_WEBHOOK_SECRET: 'too-short' }, folder);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('WRONG  CONTENTFUL_WEBHOOK_SECRET'),
    ]);
    const written = await readFile(join(folder, '.env'), 'utf8');
    expect(written).toContain('# --- Contact form');
    expect(written).toContain('\nCONTENTFUL_WEBHOOK_SECRET=too-short\n');
  });

  test('names the needed variables in one line when there is no answer', async () => {
    const folder = await createFolder();
    const { code, errors } = await run({}, folder);
    expect(code).toBe(1);
    expect(errors).toMatch(/^npm run setup needs a terminal to ask in, or answers in [^\n]+\n$/);
    await expect(stat(join(folder, '.env'))).rejects.toThrow();
  });
});
