/** Recognises the type of a file by its bytes, because the asset's content type is only a claim. */

const startsWith = (bytes: Buffer, signature: string, offset = 0) =>
  bytes.subarray(offset, offset + signature.length).equals(Buffer.from(signature, 'latin1'));

const isMarkup = (bytes: Buffer, element: string) => {
  const start = bytes
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const withoutProlog = start.replace(
    /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>)+/i,
    '',
  );
  return new RegExp(`^<(?:\\w+:)?${element}[\\s/>]`, 'i').test(withoutProlog);
};

const isPlainText = (bytes: Buffer) =>
  !bytes.includes(0) &&
  !/^\s*<(?:!|\?|html|head|body|script|svg)/i.test(bytes.toString('latin1', 0, 256));
const isZip = (bytes: Buffer) => startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06');

const checks: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/jpeg': (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  'image/png': (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  'image/gif': (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  'image/webp': (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  'image/avif': (bytes) =>
    startsWith(bytes, 'ftyp', 4) && /avi[fs]/.test(bytes.toString('latin1', 8, 64)),
  'image/svg+xml': (bytes) => isMarkup(bytes, 'svg'),
  'application/pdf': (bytes) => bytes.subarray(0, 1024).includes('%PDF-'),
  'application/zip': isZip,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': isZip,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': isZip,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': isZip,
  'text/csv': isPlainText,
  'text/plain': isPlainText,
};

/** Whether bytes match a media type; false for types that the site does not copy. */
export const isOfType = (bytes: Buffer, contentType: string): boolean =>
  checks[contentType]?.(bytes) ?? false;
