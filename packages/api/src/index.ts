export {
  SCOPES,
  type Actor,
  type ApiKeyActor,
  type MemberActor,
  type Scope,
  type UserActor,
} from './actor.ts';
export type { AnswerNotes, Context, Policy, Services } from './context.ts';
export { toBreviaError, toTrpcError } from './failure.ts';
export type { BlockedDomainPage } from './admin/blocked-domains.ts';
export type { ClickHealth, HealthReason, HealthReport, HealthState, PartHealth } from './admin/health.ts';
export type { HealthReadings, Reading, RedirectorFigures, WorkerFigures } from './admin/health-readings.ts';
export type { AdminUser, AdminUserPage } from './admin/user-schema.ts';
export { issueApiKey } from './keys/issue.ts';
export type { ApiKeyDto, CreatedApiKey } from './keys/schema.ts';
export type { AliasCheck, BulkResult, LinkDto, LinkPage } from './links/schema.ts';
export { createKeyAuthenticator } from './keys/authenticate.ts';
export { createCreateLimits } from './limits/create-limits.ts';
export { addressBlock } from './limits/address-block.ts';
export type { Budget, CreateLimits } from './ports.ts';
export { createRestHandler, type RestOptions } from './rest/handler.ts';
export type {
  BotFilter,
  Dimension,
  Granularity,
  SeriesPoint,
  StatsBreakdown,
  StatsOverview,
  StatsSeries,
  StatsSummary,
  StatsTotal,
} from './stats/schema.ts';
export { appRouter, createCaller, type AppRouter } from './trpc/root.ts';
export type { ErrorDescription } from './trpc/describe-error.ts';
export type { Me, WorkspaceDto } from './workspaces/schema.ts';
export { parseWorkspaceName } from './workspaces/workspace-name.ts';
