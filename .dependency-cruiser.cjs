/** The architecture as a check: ARCHITECTURE.md explains it. A capability may import only those before it, through its door. */
const order = [
  'accounts',
  'activity',
  'rates',
  'connections',
  'suppliers',
  'templates',
  'exports',
  'imports',
  'sources',
  'posting',
  'receipts',
]
const capability = order.join('|')
/** How a file is read, from a single cell to what its columns are taken for; whatever looks at a whole sample stands beside. */
const roomsOfReading = ['cells', 'words', 'mapping', 'layout', 'columns', 'rows', 'suggest']
/** How drafts are posted: a step, the run it belongs to, the lane that carries it out. What all of them speak of stands beside. */
const roomsOfPosting = ['steps', 'runs', 'lane']
const besidePosting = ['contract', 'rules', 'tables', 'jobs', 'queue-lane']
const notTest = '\\.test\\.tsx?$|/testing/'

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'kernel-imports-only-kernel',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: notTest },
      to: { path: '^(src|sandbox|test)/', pathNot: '^src/kernel/' },
    },
    {
      name: 'platform-knows-no-capability',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: notTest },
      to: { path: `^src/(${capability}|connectors|web)/` },
    },
    {
      name: 'spreadsheets-know-only-kernel',
      severity: 'error',
      from: { path: '^src/spreadsheets/', pathNot: notTest },
      to: { path: '^src/(?!spreadsheets/|kernel/)' },
    },
    {
      name: 'front-door-only',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: notTest },
      to: {
        path: `^src/(${capability})/(?!(index|[a-z-]*contract)\\.ts$)`,
        pathNot: ['^src/$1/', '/rules(\\.ts|/)'],
      },
    },
    {
      name: 'start-files-use-front-doors',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: `^src/(${capability})/(?!index\\.ts$)` },
    },
    {
      name: 'connectors-speak-only-kernel',
      severity: 'error',
      from: { path: '^src/connectors/', pathNot: notTest },
      to: { path: `^src/(${capability}|platform/database|web)` },
    },
    {
      name: 'one-connector-knows-no-other',
      severity: 'error',
      from: { path: '^src/connectors/([^/]+)/', pathNot: '^src/connectors/testing/' },
      to: { path: '^src/connectors/[^/]+/', pathNot: '^src/connectors/($1|testing)/' },
    },
    {
      name: 'capabilities-use-the-port-not-a-connector',
      severity: 'error',
      from: { path: `^src/(${capability})/`, pathNot: notTest },
      to: { path: '^src/connectors/(registry|[^/]+/)' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^src/[^/]+/rules(\\.ts|/)', pathNot: notTest },
      to: {
        reachable: true,
        path: '^src/platform/|^src/connectors/[^/]+/|node_modules/(hono|pg|@electric-sql|drizzle-orm)',
      },
    },
    {
      name: 'web-sees-contracts-and-rules-only',
      severity: 'error',
      from: { path: '^src/web/', pathNot: notTest },
      to: { path: '^src/(?!web/|kernel/|paraglide/|[^/]+/([a-z-]*contract\\.ts|rules(\\.ts|/)))' },
    },
    {
      name: 'contracts-are-light',
      severity: 'error',
      from: { path: '/[a-z-]*contract\\.ts$' },
      to: { pathNot: '^src/kernel/|node_modules/zod|/[a-z-]*contract\\.ts$' },
    },
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      from: { path: '^sandbox/', pathNot: notTest },
      to: { path: '^src/' },
    },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: ['\\.d\\.ts$', notTest] }, to: {} },
    ...order.map((name, index) => ({
      name: `${name}-imports-only-earlier`,
      severity: 'error',
      from: { path: `^src/${name}/`, pathNot: notTest },
      to: { path: `^src/(${order.slice(index + 1).join('|') || '-'})/` },
    })),
    ...roomsOfPosting.map((name, index) => ({
      name: `${name}-import-only-earlier`,
      severity: 'error',
      from: { path: `^src/posting/${name}/`, pathNot: notTest },
      to: {
        path: `^src/posting/(?!(${besidePosting.join('|')})\\.ts$|(${roomsOfPosting.slice(0, index + 1).join('|')})/)`,
        pathNot: notTest,
      },
    })),
    {
      name: 'beside-posting-imports-no-room',
      severity: 'error',
      from: { path: `^src/posting/(${besidePosting.join('|')})\\.ts$` },
      to: { path: `^src/posting/(${roomsOfPosting.join('|')})/` },
    },
    ...roomsOfReading.map((name, index) => ({
      name: `${name}-import-only-earlier`,
      severity: 'error',
      from: { path: `^src/templates/rules/${name}/`, pathNot: notTest },
      to: { path: `^src/templates/rules/(?!(${roomsOfReading.slice(0, index + 1).join('|')})/)`, pathNot: notTest },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/paraglide/' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
