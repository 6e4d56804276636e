'use client';

import type { AppRouter } from '@brevia/api';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { useState, type ReactNode } from 'react';
import superjson from 'superjson';
import { readFailure } from './failure.ts';

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
export { useTRPC, useTRPCClient };

/** Addresses longer than this are refused by some servers and proxies: batches are split before (C186). */
const MAX_ADDRESS_LENGTH = 4_000;
const MAX_CALLS_PER_BATCH = 20;
const STALE_MS = 10_000;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // What the server refused stays refused; only trouble on the way is worth another try.
        retry: (failures, error) => failures < 2 && readFailure(error).retriable,
      },
    },
  });
}

const createClient = () =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: '/api/trpc',
        transformer: superjson,
        maxURLLength: MAX_ADDRESS_LENGTH,
        maxItems: MAX_CALLS_PER_BATCH,
      }),
    ],
  });

export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(createClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
