import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

const publicPages = [
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    route('about', 'site/about.tsx'),
    route('contact', 'site/contact.tsx'),
    route('fortnox', 'site/fortnox.tsx'),
    route('blog', 'site/blog.tsx'),
    route('blog/detail/:id', 'site/blog-post.tsx'),
    route('terms', 'site/terms.tsx'),
  ]),
  layout('site/account-layout.tsx', [
    route('signin', 'site/sign-in.tsx'),
    route('signup', 'site/sign-up/page.tsx'),
    route('password/forget', 'site/forgot-password.tsx'),
    route('reset-password', 'site/reset-password.tsx'),
  ]),
]

const builtPages = [
  route('dashboard', 'app/dashboard/page.tsx'),
  route('template/overview', 'app/template-overview/page.tsx'),
  route('template/:id/mapping', 'app/template-mapping/page.tsx'),
  route('imports', 'app/imports/page.tsx'),
  route('imports/:id', 'app/imports/review/page.tsx'),
  route('transaction', 'app/transaction/page.tsx'),
  route('settings', 'app/settings/page.tsx'),
  route('mappedsuppliers', 'app/mappedsuppliers/page.tsx'),
  route('connectors', 'app/connectors/page.tsx'),
  route('events', 'app/events/page.tsx'),
  route('users', 'app/users/page.tsx'),
]

const laterPages = [
  'subscription',
  'billing',
  'faq',
  'support',
  'videoguides',
  'notifications',
  'account-settings',
].map((path) => route(path, 'app/coming-later.tsx', { id: path }))

export default [
  ...publicPages,
  ...prefix('app', [layout('app/layout.tsx', [index('app/index.tsx'), ...builtPages, ...laterPages])]),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig
