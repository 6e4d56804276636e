import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * Who may import whom (docs: ARCHITECTURE.md). Each row lists the workspace packages that a folder must not import,
 * and what to do instead; tests may import the engines everywhere.
 */
const forbidden = (names, instead) =>
  names.map((name) => ({ group: [`@brevia/${name}`, `@brevia/${name}/*`], message: instead }));

const boundaries = {
  'packages/core': [
    ...forbidden(
      ['db', 'cache', 'clicks', 'telemetry', 'api', 'engines'],
      'core is pure: take what you need as an argument and let the caller pass it in.',
    ),
    {
      group: ['node:*', 'fs', 'crypto', 'path', 'os', 'net', 'http', 'pg', 'ioredis'],
      message: 'core has no I/O and no Node built-ins: pass the function in as an argument.',
    },
  ],
  'packages/db': forbidden(
    ['cache', 'clicks', 'telemetry', 'api', 'engines'],
    'db knows core and its own driver only; combine stores in a use-case of packages/api.',
  ),
  'packages/cache': forbidden(
    ['db', 'clicks', 'telemetry', 'api', 'engines'],
    'cache knows core and its own driver only; combine tiers in apps/redirector/src/resolve.',
  ),
  'packages/clicks': forbidden(
    ['db', 'cache', 'telemetry', 'api', 'engines'],
    'clicks knows core and its own drivers only; pass results in from the app.',
  ),
  'packages/telemetry': forbidden(
    ['core', 'db', 'cache', 'clicks', 'api', 'engines'],
    'telemetry knows spans only; what they are about is said where an app wraps its adapters.',
  ),
  'packages/api': [
    ...forbidden(['engines'], 'production code never starts engines: it gets URLs from its environment.'),
  ],
  'apps/redirector': forbidden(
    ['api', 'engines'],
    'the redirector needs only core, cache, clicks and @brevia/db/redirect: keep the visitor path small.',
  ),
  'apps/worker': forbidden(
    ['api', 'engines'],
    'the worker needs only core, cache, clicks and the outbox of db.',
  ),
  'apps/web': forbidden(
    ['engines'],
    'production code never starts engines: it gets URLs from its environment.',
  ),
};

const boundaryRules = Object.entries(boundaries).map(([folder, patterns]) => ({
  files: [`${folder}/src/**/*.{ts,tsx}`],
  ignores: ['**/*.test.ts', '**/testing/**'],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
}));

// What `npm run verify` checks the types of. (Each workspace by its own tsconfig.json takes half as much time again: the
// types of what they share would be worked out for each of them.)
const programs = {
  '**': 'tsconfig.node.json',
  'apps/web/**': 'apps/web/tsconfig.json',
  'packages/core/**': 'packages/core/tsconfig.json',
  'packages/core/test/**': 'packages/core/test/tsconfig.json',
  'e2e/**': 'e2e/tsconfig.json',
  'scripts/**': 'scripts/tsconfig.json',
};
const typeInformation = Object.entries(programs).map(([folder, project]) => ({
  files: [`${folder}/*.{ts,tsx}`],
  languageOptions: { parserOptions: { project, tsconfigRootDir: import.meta.dirname } },
}));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/.next/**',
      '**/.turbo/**',
      '**/node_modules/**',
      '**/generated/**',
      '.data/**',
      '**/next-env.d.ts',
      '**/test-results/**',
    ],
  },
  js.configs.recommended,
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  ...typeInformation,
  {
    files: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      '**/main.ts',
      '**/env.ts',
      '**/config.ts',
      'packages/engines/**',
      'apps/ops/**',
      'apps/box/**',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message:
            'Only composition roots (main.ts, env.ts, config.ts) read the environment: pass the value in.',
        },
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['apps/web/src/{app,features,components}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...forbidden(
              ['db', 'cache', 'clicks', 'engines'],
              'pages call procedures through the tRPC caller or client; adapters live in src/server.',
            ),
          ],
        },
      ],
    },
  },
  // Playwright reads which fixtures a test wants from the pattern of its first parameter, also when that is none.
  { files: ['e2e/**/*.ts'], rules: { 'no-empty-pattern': 'off' } },
  ...boundaryRules,
);
