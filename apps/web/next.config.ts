import path from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Compression belongs to the CDN or proxy in front; src/server decides the headers.
  compress: true,
  transpilePackages: ['@brevia/core', '@brevia/api', 'geist'],
  typescript: { tsconfigPath: 'tsconfig.json' },
  turbopack: { root: path.join(import.meta.dirname, '..', '..') },
  experimental: { optimizePackageImports: ['radix-ui', 'lucide-react'] },
};

export default config;
