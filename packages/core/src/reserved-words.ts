const WORDS = `
  about abuse access account accounts activate add admin administrator admins ads analytics android api api-docs
  api-key api-keys apidocs apikey app apple-app-site-association apple-touch-icon.png application apps asset
  assetlinks.json assets auth authenticate authorize backup ban banned billing blocked brevia browserconfig.xml bulk
  cache callback cdn changelog click clicks code codes confirm connect console contact cookie cookies create
  crossdomain.xml csrf csv dashboard data debug default delete deploy dev developer developers disable disabled docs
  documentation domain domains download downloads email embed enable enterprise error errors expired export extension
  faq favicon favicon.ico feed file files forbidden forgot forgot-password forward ftp gdpr get github gitlab global
  gone graphql guest health health-check healthcheck healthz help home host hostmaster htaccess html http https
  humans.txt icon icons image images imap img import index index.html info install integration integrations internal
  invitation invitations invite ios ip join js json keybase.txt keys landing language legal license link links
  liveness livez locale localhost log log-in log-out login logout logs mail mailer maintenance manifest manifest.json
  manifest.webmanifest me metric metrics moderator monitor monitoring msg mx new no-reply noreply not-found
  notification notifications null oauth oauth2 offline offline.html oidc onboarding openapi openapi.json openapi.yaml
  operator ops org organization organizations owner page pages password passwords path pay payment payments phpmyadmin
  ping plan plans policy postmaster preferences preview pricing privacy private probe profile profiles prometheus
  proxy public qr qr-code qrcode query readiness ready readyz recover recovery redirect redirects refund register
  registration release remove render report reports request reset reset-password rest restore robots robots.txt root
  router rpc rss scim script search secure security security.txt send server server-status service services session
  sessions setting settings setup short shorten shortener sign-in sign-out sign-up signin signout signup sitemap
  sitemap.xml sitemap_index.xml sms smtp ssh ssl sso stage staging start stat static statistics stats status
  status.json style styles stylesheet stylesheets submit subscribe subscription subscriptions support svg swagger
  swagger-ui sys sysadmin system tag tags team teams tenant term terms terms-of-service token tokens tos trace traces
  tracking trpc two-factor undefined unsubscribe update updates upgrade upload uploads url urls usage user username
  users util validate vendor verification verify version web webhook webhooks webmail webmaster well-known whoami
  workspace workspaces wp-admin wp-content wp-includes wp-login wp-login.php wpad www xml xmlrpc.php . .. .env .git
  .htaccess .well-known _app _brevia _document _error _next _static _vercel
`;

/**
 * Words that no alias may be (ALIAS-2): paths of the dashboard, the API and the redirector, what crawlers and browsers ask
 * any host for, and names that would let a link pose as the service. Words that people want for their own links (news,
 * shop, jobs) stay free; an operator adds words of their own. Compared in the folded form of `foldAlias`.
 */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
