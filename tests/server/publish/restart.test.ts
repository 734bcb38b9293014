/** `npm start` on a folder with a release: served at once, whatever the rest does; nothing stays behind. */
import '../support/quick-server.ts';
import { access, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makePost } from '../../fixtures/space.ts';
import { listReleaseFiles, openRelease, PublishError } from '../../../src/engine/publish/index.ts';
import { releaseFile } from '../../../src/engine/publish/release.ts';
import { startServer } from '../../../src/engine/serve/node/server.ts';
import { getSiteDirectory, getSnapshotDirectory } from '../../../src/config.ts';
import { snapshotFile } from '../../../src/engine/content/index.ts';
import { scaled } from '../../support/scale.ts';
import { createDiskFault, diskFaults } from '../support/disk-fault.ts';
import { createFolder } from '../support/served-files.ts';
import { startCommand } from '../support/npm-start.ts';
import { openPublishedSite, type PublishedSite } from '../support/open-site.ts';

let site: PublishedSite;
beforeAll(async () => {
  site = await openPublishedSite(0);
  await site.publish();
});
afterAll(() => site.close());

const get = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};
const getHealth = async (url: string): Promise<unknown> =>
  JSON.parse((await get(`${url}/api/health`)).text);
const until = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: scaled(60_000, 200_000), interval: 50 });

test('a release of another space, environment or address is not found', async () => {
  const { config } = site;
  const { contentful } = config;
  expect(await openRelease(config)).not.toBeNull();
  for (const other of [
    { ...config, site: { ...config.site, url: 'https://www.other.test' } },
    { ...config, contentful: { ...contentful, spaceId: 'other' } },
    { ...config, contentful: { ...contentful, environment: 'other' } },
    { ...config, contentful: { ...contentful, showsDrafts: true } },
  ])
    expect(await openRelease(other)).toBeNull();
});

const openServer = async (renderer: Promise<typeof site.renderer>) => {
  const log: string[] = [];
  const released = await openRelease(site.config);
  if (!released) throw new Error('There is no release.');
  const server = await startServer({
    config: { ...site.config, server: { ...site.config.server, port: 0 }, reconcileMinutes: 0 },
    openSite: () =>
      Promise.resolve({ site: released, publishing: { prepareRenderer: () => renderer } }),
    log: (line) => log.push(line),
  });
  return { ...server, log };
};

/** Starts a server that ends with the test. */
const startHere = async (renderer: Promise<typeof site.renderer>) => {
  const server = await openServer(renderer);
  onTestFinished(() => server.close());
  return server;
};

test('the release is served while new code is bundled, and stays when that fails', async () => {
  const renderer = Promise.withResolvers<typeof site.renderer>();
  const server = await startHere(renderer.promise);
  expect((await get(server.url)).status).toBe(200);
  expect(await getHealth(server.url)).toMatchObject({ building: true });
  renderer.reject(new PublishError('site', 'The code could not be bundled.'));
  await until(async () =>
    expect(await getHealth(server.url)).toMatchObject({ status: 'degraded', building: false }),
  );
  expect((await get(server.url)).status).toBe(200);
});

describe('the release stays in force and health says degraded', () => {
  /** A renderer with this code. */
  const createRenderer = async (code: string) => {
    const folder = await createFolder({ 'server/entry.mjs': code });
    onTestFinished(() => folder.remove());
    return { directory: folder.path, code, isNew: true };
  };
  const expectDegraded = async ({ url, log }: Awaited<ReturnType<typeof startHere>>) => {
    await until(async () => expect(await getHealth(url)).toMatchObject({ status: 'degraded' }));
    expect((await get(`${url}/blog`)).status).toBe(200);
    return log.filter((line) => line.includes('publish.failed'));
  };

  test('when the pages cannot be rendered', async () => {
    const renderer = createRenderer("throw new Error('broken')");
    const failures = await expectDegraded(await startHere(renderer));
    for (const line of failures) expect(line).toContain('could not be rendered');
  });

  test('when a publish takes too long', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const short = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((limit) => timeout(limit > 60_000 ? 2000 : limit));
    onTestFinished(() => short.mockRestore());
    const renderer = createRenderer('await new Promise((resolve) => setTimeout(resolve, 1e9));');
    const failures = await expectDegraded(await startHere(renderer));
    for (const line of failures) expect(line).toContain('did not finish in time');
  });

  const breakDisk = async (code: (typeof diskFaults)[number][0]) => {
    const disk = createDiskFault(site.folder);
    for (const [name, value] of Object.entries(disk.env)) vi.stubEnv(name, value);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await disk.end();
    });
    await disk.begin(code);
    return disk;
  };

  test('when the disk is full, until the disk has room again', async () => {
    const disk = await breakDisk('ENOSPC');
    site.service.publish(makePost(4, { title: 'Written to a full disk' }));
    const server = await startHere(Promise.resolve(site.renderer));
    const failures = await expectDegraded(server);
    for (const line of failures) expect(line).toContain('its disk is full.');
    await expect
      .poll(() => server.log.find((line) => line.includes('follow-up.failed')), {
        timeout: 300_000,
      })
      .toContain('its disk is full.');
    await disk.end();
    await until(async () => {
      expect((await get(`${server.url}/blog/post-4`)).text).toContain('Written to a full disk');
      expect(await getHealth(server.url)).toMatchObject({ status: 'ok' });
    });
  });

  // tests/unit/disk/disk-error.test.ts has a sentence for every fault.
  test.for(diskFaults.slice(0, scaled(2, diskFaults.length)))(
    'when a publish meets %s',
    async ([code, sentence]) => {
      const before = await site.readReleased();
      await breakDisk(code);
      site.service.publish(makePost(5, { title: `Written against ${code}` }));
      await expect(site.publish()).rejects.toThrow(new PublishError('disk', sentence));
      expect(await site.readReleased()).toEqual(before);
    },
  );
});

describe('a running server', () => {
  let server: Awaited<ReturnType<typeof openServer>>;
  /** The file of a page, and the content that it had before the damage. */
  let path: string;
  let page: string;
  const [old, recent] = ['https://old.test', 'https://recent.test'] as const;
  const getRelease = (url: string) => {
    const { config } = site;
    return join(getSiteDirectory({ ...config, site: { ...config.site, url } }), releaseFile);
  };
  beforeAll(async () => {
    site.service.publish(makePost(2, { title: 'Edited beside the damage' }));
    await site.publish();
    path = new Map(listReleaseFiles(site.siteDirectory)).get('blog/post-2.html') ?? '';
    page = await readFile(path, 'utf8');
    await writeFile(path, page.replace('Edited beside', 'Damaged by'));
    for (const file of [old, recent].map(getRelease)) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, '');
    }
    const monthsAgo = new Date(Date.now() - 60 * 24 * 60 * 60 * 1000);
    for (const file of [getRelease(old), join(site.siteDirectory, releaseFile)])
      await utimes(file, monthsAgo, monthsAgo);
    server = await openServer(Promise.resolve(site.renderer));
    return () => server.close();
  });

  test('notices a damaged page by its digest, and writes the page again', async () => {
    const seen = new Set<string>();
    await until(async () => {
      const { status, text } = await get(`${server.url}/blog/post-2`);
      seen.add(text);
      expect(status).toBe(200);
    });
    expect([...seen].join()).not.toContain('Damaged by');
    expect(await readFile(path, 'utf8')).toBe(page);
  });

  test('removes the releases of another address when nobody published them for a month', async () => {
    await until(async () => {
      await expect(access(getRelease(old))).rejects.toThrow('ENOENT');
    });
    await access(getRelease(recent));
    await access(join(site.siteDirectory, releaseFile));
  });

  test('notices the damaged body of a post when a page needs the body, and writes it again', async () => {
    const database = new DatabaseSync(join(getSnapshotDirectory(site.config), snapshotFile));
    onTestFinished(() => database.close());
    const read = database.prepare("SELECT content FROM body WHERE id = 'many-2'");
    const before = read.get();
    database.exec("UPDATE body SET content = content || ' ' WHERE id = 'many-2'");
    expect(read.get()).not.toEqual(before);
    site.service.publish(makePost(3, { title: 'Needs the feed' }));
    server.log.length = 0;
    server.update();
    await until(async () => {
      expect((await get(`${server.url}/rss.xml`)).text).toContain('Needs the feed');
    });
    expect(read.get()).toEqual(before);
    // The log line follows the new release.
    await expect.poll(() => server.log.join(), { timeout: 300_000 }).toContain('publish.healed');
  });
});

describe('npm start', () => {
  const start = () => startCommand(site);

  const faults = ['unauthorized', 'refuse', 'hang', 'drip', 'html', 'empty-items'] as const;
  test.for(faults.slice(0, scaled(1, faults.length)))(
    'serves the release whatever the content service does: %s',
    async (kind) => {
      await site.service.setFaults({ kind });
      onTestFinished(() => site.service.setFaults());
      const { url, end } = await start();
      expect((await get(`${url}/blog`)).status).toBe(200);
      await until(async () => expect(await getHealth(url)).toMatchObject({ status: 'degraded' }));
      expect((await get(`${url}/blog`)).status).toBe(200);
      await end('SIGTERM');
    },
  );

  test(
    'killed or stopped at any moment leaves no process, and the next start serves the release and then the changes',
    async () => {
      const rounds = scaled(1, 40);
      for (let round = 0; round < rounds; round += 1) {
        site.service.publish(makePost(1, { title: `Changed in round ${round}` }));
        const { end } = await start();
        await new Promise((resolve) => setTimeout(resolve, (round * 850) % 2500));
        await end(round % 4 === 1 ? 'SIGTERM' : 'SIGKILL');
      }
      site.service.publish(makePost(1, { title: 'Written while nothing ran' }));
      const { url, lines, end } = await start();
      expect((await get(url)).status).toBe(200);
      expect(lines[0]).toMatch(/^Serving the previous release/);
      await until(async () => {
        expect(lines).toContain('The new release is live.');
        expect((await get(`${url}/blog/post-1`)).text).toContain('Written while nothing ran');
      });
      await end('SIGTERM');
    },
    scaled(90_000, 1_800_000),
  );
});
