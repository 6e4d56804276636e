import { expect, test } from 'vitest';
import { routeOf } from './route-of.ts';

test.each([
  ['/', '/'],
  ['/links', '/links'],
  ['/links/aB3dE5g', '/links/{rest}'],
  ['/v1/links/aB3dE5g', '/api/v1/{rest}'],
  ['/api/v1/links/aB3dE5g/stats', '/api/v1/{rest}'],
  ['/api/trpc/links.create', '/api/trpc/{rest}'],
  ['/api/auth/reset-password/s3cr3t', '/api/auth/{rest}'],
  ['/invitation/s3cr3t', '/{rest}'],
  ['/v1x', '/{rest}'],
])('%s is said to be %s: no code and no token gets into a span (RUN-4)', (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test.each(['/healthz', '/readyz', '/_next/static/a.js'])('%s makes no span', (path) => {
  expect(routeOf(path)).toBeNull();
});
