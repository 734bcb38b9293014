/** The function that shows the content report of a build to whoever has the password. */
import type { Context } from '@netlify/functions';
import { createApp, createContentReport, type Door, type ServedPage } from '../serve/index.ts';
import { log } from './endpoint.ts';

/** What a build knows and the function needs. */
export interface BuiltReport {
  siteUrl: string;
  door: Door;
  page: ServedPage | null;
}

export function createReportFunction({ siteUrl, door, page }: BuiltReport) {
  const endpoints = createContentReport(door, () => Promise.resolve(page));
  const app = createApp({ endpoints, siteUrl, log });
  return (request: Request, { ip }: Pick<Context, 'ip'>) => app(request, ip);
}
