import { define } from './define.ts';

export const landing = define(
  {
    'landing.meta.title': 'Brevia: short links, instant redirects, honest numbers',
    'landing.meta.description':
      'Shorten a URL without an account. Edit links in seconds, follow every click, and use the API.',
    'landing.title': 'Short links that never keep anyone waiting.',
    'landing.text':
      'Paste a long address, share a short one. Change where it leads whenever you like, and see who follows it, counted click by click.',
    'landing.form.label': 'Long URL',
    'landing.form.placeholder': 'Paste a long URL',
    'landing.form.submit': 'Shorten',
    'landing.form.note': 'Free, and no account needed. With one, you can edit your links later.',
    'landing.form.empty': 'Paste the address to shorten first.',
    'landing.form.createdWithAccount': 'It is in your links, ready to edit.',
    'landing.results': 'Your new links',
    'landing.qr': 'QR code',
    'landing.clear': 'Clear the list',
    'landing.claim': 'Sign up to edit links and see their clicks',
    'landing.demo': 'What a link’s page shows: clicks by day and top countries.',
    'landing.demo.clicks': 'Clicks, last 30 days',
    'landing.demo.countries': 'Countries',
    'landing.features.title': 'Small on the outside, careful inside',
    'landing.feature.fast.title': 'Redirects first',
    'landing.feature.fast.text':
      'A redirect is answered from memory and counted afterwards. Nothing is allowed to slow a visitor down, not even our own analytics.',
    'landing.feature.edit.title': 'Change your mind',
    'landing.feature.edit.text':
      'Edit the target, set an expiry, pause or delete: every cache hears of it at once, the rest of the world within two seconds.',
    'landing.feature.count.title': 'Numbers you can trust',
    'landing.feature.count.text':
      'Each click is counted exactly once, through crashes and retries. Bots stand apart, people are what you see.',
    'landing.feature.privacy.title': 'Quiet about your visitors',
    'landing.feature.privacy.text':
      'IP addresses are never stored. Visitors are told apart by a hash whose key is thrown away each day.',
    'landing.feature.names.title': 'Names of your own',
    'landing.feature.names.text':
      'Pick an alias and learn as you type whether it is free. Tags, notes, QR codes and campaign parameters are built in.',
    'landing.feature.api.title': 'An API that explains itself',
    'landing.feature.api.text':
      'Plain JSON, scoped keys, idempotent creates, problem details for every error, and a page to try it all.',
    'landing.api.title': 'One request, one short link',
    'landing.api.text':
      'The dashboard and the API run the same code, so whatever you can click you can also script. Create a key in the settings and start.',
    'landing.api.docs': 'Read the API docs',
    'landing.api.request': 'Request',
    'landing.api.response': 'Response',
    'landing.cta.title': 'Your links, in one place',
    'landing.cta.text': 'An account takes a name, an e-mail address and a password. Nothing else.',
    'landing.footer.geo': 'IP geolocation by DB-IP',
    'landing.footer.openapi': 'OpenAPI',
  },
  {
    'landing.meta.title': 'Brevia : liens courts, redirections immédiates, chiffres fiables',
    'landing.meta.description':
      'Raccourcissez une URL sans compte. Modifiez vos liens en quelques secondes, suivez chaque clic, utilisez l’API.',
    'landing.title': 'Des liens courts qui ne font attendre personne.',
    'landing.text':
      'Collez une longue adresse, partagez-en une courte. Changez sa destination quand vous voulez et voyez qui la suit, clic par clic.',
    'landing.form.label': 'URL longue',
    'landing.form.placeholder': 'Collez une URL longue',
    'landing.form.submit': 'Raccourcir',
    'landing.form.note': 'Gratuit et sans compte. Avec un compte, vos liens restent modifiables.',
    'landing.form.empty': 'Collez d’abord l’adresse à raccourcir.',
    'landing.form.createdWithAccount': 'Il est dans vos liens, prêt à être modifié.',
    'landing.results': 'Vos nouveaux liens',
    'landing.qr': 'Code QR',
    'landing.clear': 'Vider la liste',
    'landing.claim': 'Créez un compte pour modifier vos liens et voir leurs clics',
    'landing.demo': 'Ce que montre la page d’un lien : clics par jour et principaux pays.',
    'landing.demo.clicks': 'Clics, 30 derniers jours',
    'landing.demo.countries': 'Pays',
    'landing.features.title': 'Discret dehors, soigné dedans',
    'landing.feature.fast.title': 'La redirection d’abord',
    'landing.feature.fast.text':
      'Une redirection part de la mémoire et n’est comptée qu’après. Rien ne ralentit un visiteur, pas même nos statistiques.',
    'landing.feature.edit.title': 'Changez d’avis',
    'landing.feature.edit.text':
      'Modifiez la destination, fixez une échéance, suspendez ou supprimez : chaque cache l’apprend aussitôt, le reste du monde en deux secondes.',
    'landing.feature.count.title': 'Des chiffres sûrs',
    'landing.feature.count.text':
      'Chaque clic est compté exactement une fois, malgré pannes et reprises. Les robots sont à part, vous voyez des gens.',
    'landing.feature.privacy.title': 'Discret sur vos visiteurs',
    'landing.feature.privacy.text':
      'Les adresses IP ne sont jamais conservées. Les visiteurs sont distingués par une empreinte dont la clé est jetée chaque jour.',
    'landing.feature.names.title': 'Vos propres noms',
    'landing.feature.names.text':
      'Choisissez un alias et sachez en tapant s’il est libre. Étiquettes, notes, codes QR et paramètres de campagne sont inclus.',
    'landing.feature.api.title': 'Une API qui s’explique',
    'landing.feature.api.text':
      'Du JSON simple, des clés à portée limitée, des créations idempotentes, des erreurs détaillées et une page pour tout essayer.',
    'landing.api.title': 'Une requête, un lien court',
    'landing.api.text':
      'Le tableau de bord et l’API exécutent le même code : tout ce qui se clique se programme. Créez une clé dans les paramètres et lancez-vous.',
    'landing.api.docs': 'Lire la documentation de l’API',
    'landing.api.request': 'Requête',
    'landing.api.response': 'Réponse',
    'landing.cta.title': 'Vos liens, au même endroit',
    'landing.cta.text': 'Un compte demande un nom, une adresse e-mail et un mot de passe. Rien d’autre.',
    'landing.footer.geo': 'Géolocalisation IP par DB-IP',
    'landing.footer.openapi': 'OpenAPI',
  },
);
