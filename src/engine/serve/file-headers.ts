/** Chooses the response headers of a built file by its address and media type. */
import {
  createSecurityHeaders,
  inertPolicy,
  isDownload,
  isIn,
  isInert,
  isPage,
  permissionsPolicy,
  sharedFolders,
  sharedPolicy,
} from './headers.ts';
import { createPagePolicy, formatPolicy } from './page-policy.ts';

/** @param html text of a page; ignored for other files */
export type FileHeaders = (
  file: { address: string; type: string },
  html: string,
) => Readonly<Record<string, string>>;

export function createFileHeaders(siteUrl: string, pictureOrigin: string | null): FileHeaders {
  const shared = createSecurityHeaders(siteUrl);
  return (file, html) => {
    const { address } = file;
    if (isPage(file)) {
      return {
        ...shared,
        'permissions-policy': permissionsPolicy,
        'content-security-policy': formatPolicy(createPagePolicy({ address, html }, pictureOrigin)),
      };
    }
    return {
      ...shared,
      ...(isInert(file) && { 'content-security-policy': inertPolicy }),
      ...(isIn(address, sharedFolders) && sharedPolicy),
      ...(isDownload(file) && { 'content-disposition': 'attachment' }),
    };
  };
}
