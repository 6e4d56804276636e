/**
 * Words that no alias may be (ALIAS-2): paths of the dashboard, the API and the redirector, what crawlers and browsers ask
 * any host for, and names that would let a link pose as the service. Compared folded (`foldAlias`).
 */
const WORDS = `
  about abuse access account accounts activate activity add admin administrator admins adsense ads analytics android api
  apidocs api-docs apikey api-key api-keys app apple-app-site-association apple-touch-icon.png application apps archive
  asset assets assetlinks.json auth authenticate authorize avatar avatars backup ban banned bandwidth beta billing
  blocked blog bookmark brevia browserconfig.xml bulk cache callback campaign campaigns cart cdn changelog checkout
  ckeditor click clicks code codes company confirm connect console contact contribute cookie cookies copyright count
  create credits crossdomain.xml csrf csv customer customers dashboard data debug default delete demo deploy dev
  developer developers disable disabled discover dns docs documentation domain domains download downloads edit editor
  email embed enable enterprise error errors event events example expired explore export extension faq favicon
  favicon.ico feature features feed feedback file files follow forbidden forgot forgot-password forum forward
  free ftp gdpr geo get github gitlab global gone graphql group groups guest guide guides health healthcheck health-check
  healthz help home host hosting hostmaster htaccess html http https humans.txt icon icons image images imap img
  import imprint index index.html info install integration integrations internal invitation invitations invite
  ios ip jobs join js json keybase.txt keys kyc landing language legal library license link links list live liveness livez
  load locale localhost log login log-in logo logout log-out logs mail mailer manage manifest manifest.json
  manifest.webmanifest maintenance map maps marketing me media member members message messages metric metrics
  mobile moderator monitor monitoring msg mx my name network new news newsletter next none noreply no-reply not-found
  notification notifications null oauth oauth2 offline offline.html oidc onboarding openapi openapi.json openapi.yaml
  operator ops order orders org organization organizations owner page pages partner partners password passwords path
  pay payment payments phpmyadmin ping plan plans policy pop post postmaster preferences premium press preview pricing
  privacy private probe product profile profiles prometheus proxy public purchase qr qrcode qr-code query ready
  readiness readyz recover recovery redirect redirects refund register registration release remove render report reports
  request reset reset-password rest restore robots robots.txt root router rpc rss sales sample save scim script scripts
  sdk search secure security security.txt self send server server-status service services session sessions setting
  settings setup share shop short shorten shortener signin sign-in signout sign-out signup sign-up sitemap sitemap.xml
  sitemap_index.xml site sites sms smtp sso ssh ssl stage staging start stat static statistics stats status status.json
  store style styles stylesheet stylesheets sub submit subscribe subscription subscriptions support svg swagger
  swagger-ui sys sysadmin system tag tags team teams tenant term terms terms-of-service test testing tests text theme
  themes thumb tmp token tokens tool tools topic tos trace tracking traces transfer trash trpc tutorial two-factor
  undefined unknown unsubscribe update updates upgrade upload uploads url urls usage user username users util utm
  validate vendor verification verify version video videos view views void web webhook webhooks webmail webmaster
  website well-known widget widgets wiki wordpress workspace workspaces wpad wp-admin wp-content wp-includes wp-login
  wp-login.php www xml xmlrpc.php you your
  _app _brevia _document _error _next _static _vercel .env .git .htaccess .well-known . ..
`;

export const RESERVED_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
