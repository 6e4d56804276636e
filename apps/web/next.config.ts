import path from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  transpilePackages: ['@brevia/core', '@brevia/api', 'geist'],
  // `npm run verify` checks the types of everything; a first start on a fresh machine need not wait 20 s for it again.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: path.join(import.meta.dirname, '..', '..') },
  experimental: { optimizePackageImports: ['radix-ui', 'lucide-react'] },
};

export default config;
