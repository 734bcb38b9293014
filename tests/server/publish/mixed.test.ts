/** Everything at once: kills, mail faults, content faults, a full disk, publishes, leads and visitors. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { makePost } from '../../fixtures/space.ts';
import { scaled } from '../../support/scale.ts';
import { createDiskFault } from '../support/disk-fault.ts';
import { startCommand } from '../support/npm-start.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { openPublishedSite } from '../support/open-site.ts';

/** Milliseconds after which the run ends, but not before the first kill; MIXED_MINUTES sets another length. */
const duration = Number(process.env.MIXED_MINUTES ?? scaled(0, 10)) * 60_000;
const paths = ['/', '/blog', '/services', '/blog/post-3'];
const faults = ['refuse', 'html', 'unauthorized', 'rate-limit', 'empty-items', 'reset'] as const;

test(
  'no accepted lead is lost and no visitor fails while the process is up',
  async ({ task }) => {
    const site = await openPublishedSite(5);
    await site.publish();
    const sink = await startSmtpSink();
    let mails = 0;
    sink.fault = () => {
      mails += 1;
      return mails % 3 === 0 ? { at: 'data', code: 451 } : null;
    };
    const disk = createDiskFault(site.folder);
    const mail = { SMTP_URL: sink.url, CONTACT_INBOX: 'inbox@firm.test' };
    const env = { ...mail, TRUST_PROXY: 'true', ...disk.env };
    const accepted: string[] = [];
    const failures: string[] = [];
    let requests = 0;
    let kills = 0;
    let server = await startCommand(site, env);
    /** Changes with each kill: a request that a kill cut off is no failure. */
    let life = 0;
    let isUp = true;
    await vi.waitFor(async () => {
      const health: unknown = await (await fetch(`${server.url}/api/health`)).json();
      expect(health).toMatchObject({ building: false });
    }, 60_000);
    for (const path of paths) await (await fetch(server.url + path)).text();
    const rest = await server.readMemory();
    let most = 0;
    const end = performance.now() + duration;
    const isOver = () => kills > 0 && performance.now() > end;

    const visit = async () => {
      for (let turn = 0; !isOver(); turn += 1) {
        const began = life;
        if (!isUp) {
          await wait(20);
          continue;
        }
        const path = paths[turn % paths.length] ?? '/';
        requests += 1;
        const status = await fetch(server.url + path).then(
          async (response) => ((await response.text()).endsWith('</html>') ? response.status : 0),
          () => 0,
        );
        if (status !== 200 && life === began) failures.push(`${path}: ${status}`);
        await wait(15);
      }
    };
    const sendLeads = async () => {
      for (let number = 0; !isOver(); number += 1) {
        const marker = `marker-${number}.`;
        const response = isUp
          ? await fetch(`${server.url}/contact`, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
              },
              body: JSON.stringify({
                name: 'Ann',
                email: 'ann@acme.test',
                company: 'Acme',
                message: marker,
              }),
            }).catch(() => null)
          : null;
        if (response?.status === 202) accepted.push(marker);
        await wait(25);
      }
    };
    const edit = async () => {
      for (let round = 0; !isOver(); round += 1) {
        const kind = faults[round % (2 * faults.length)];
        await site.service.setFaults(...(kind ? [{ kind }] : []));
        await (round % 4 === 1 ? disk.begin('ENOSPC') : disk.end());
        site.service.publish(makePost(round % 5, { title: `Edited in round ${round}.` }));
        await wait(1500);
      }
      await site.service.setFaults();
      await disk.end();
    };
    const watchMemory = async () => {
      while (!isOver()) {
        most = Math.max(most, await server.readMemory());
        await wait(200);
      }
    };
    const kill = async () => {
      while (!isOver()) {
        await wait(scaled(1000, 4000));
        isUp = false;
        life += 1;
        await server.end(kills % 3 === 2 ? 'SIGTERM' : 'SIGKILL');
        kills += 1;
        // The last server mails all waiting leads at its start.
        if (isOver()) sink.fault = () => null;
        server = await startCommand(site, env);
        isUp = true;
      }
    };
    await Promise.all([visit(), visit(), sendLeads(), edit(), kill(), watchMemory()]);

    sink.fault = () => null;
    await vi.waitFor(
      () => {
        const mailed = sink.mails.map(({ text }) => /marker-\d+\./.exec(text)?.[0]);
        const known = new Set(mailed);
        expect(accepted.filter((marker) => !known.has(marker))).toEqual([]);
      },
      { timeout: 120_000, interval: 500 },
    );
    expect(failures).toEqual([]);
    expect(Math.min(accepted.length, kills)).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(1.5 * rest);
    await server.end('SIGTERM');
    await sink.close();
    await site.close();
    task.meta.counted = `${kills} kills, ${accepted.length} leads, ${requests} pages, ${Math.round(most / 1e6)} MB at most, ${Math.round(rest / 1e6)} at rest`;
  },
  duration + 600_000,
);
