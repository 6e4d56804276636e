import type { IncomingMessage } from 'node:http';
import { BreviaError } from '@brevia/core';
import { bodyToCamel } from './names.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON object, with its names in camelCase.
 * @param most longest body in bytes
 * @throws BreviaError unsupported_media_type, payload_too_large, invalid_input
 */
export async function readJsonBody(request: IncomingMessage, most: number): Promise<object> {
  requireJson(request);
  const bytes = await readBytes(request, most);
  let body: unknown;
  try {
    body = JSON.parse(UTF8.decode(bytes));
  } catch {
    throw badBody(
      'malformed_json',
      bytes.length === 0 ? 'A JSON body is required.' : 'The body is not valid JSON in UTF-8.',
    );
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badBody('invalid_type', 'The body must be a JSON object.');
  }
  return bodyToCamel(body) as object;
}

function requireJson(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => /^\s*charset="?([^"]*)"?\s*$/.exec(part)?.[1]).find(Boolean);
  const isEncoded = (request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  if (
    type.trim() !== 'application/json' ||
    isEncoded ||
    (charset !== undefined && !/^utf-?8$/.test(charset))
  ) {
    throw new BreviaError(
      'unsupported_media_type',
      'Send the body as application/json in UTF-8, not compressed.',
    );
  }
}

async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = () => new BreviaError('payload_too_large', `The body is longer than ${most} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > most) {
        request.removeAllListeners('data');
        reject(tooLarge());
        return;
      }
      chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    request.on('error', () => {
      reject(badBody('aborted', 'The body ended early.'));
    });
  });
}

function badBody(code: string, message: string): BreviaError {
  return new BreviaError('invalid_input', message, { fields: [{ field: 'body', code, message }] });
}
