/**
 * Modules that several pages load come in a few files instead of one each. A group takes along what
 * it imports, so those of higher priority come first: `client`, `forms` and `places` are for guest
 * pages as well, `member` is the member layout's script with the stores, `react` is for the
 * islands, `messages` for that of messages, which has parts that are loaded later.
 */
export const groups = [
  {
    name: 'client',
    test: /src\/(api\/client|sites\/hosts|lib\/(browser|clock|texts)|ui\/(initial|form-answer|form-fields)|features\/core\/accounts\/stored-user)\.ts$|vite\/preload-helper/,
    priority: 4,
  },
  { name: 'forms', test: /src\/ui\/(enhance-form|hash-dialogs)\.client\.ts$/, priority: 3 },
  { name: 'places', test: /src\/features\/core\/places\/place-field\.client\.ts$/, priority: 3 },
  // Of node_modules, and of the hook that is theirs there, so that no release of ours renames it.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|nanostores|@nanostores|@astrojs\/react)\/|src\/ui\/use-store\.ts$/,
    priority: 3,
  },
  // What every page of a member has: the stores, the parts that islands share, and lists of people.
  {
    name: 'member',
    test: /src\/(lib\/formats\.ts|layouts\/(member(-menu|\.client)|rare\.store)\.ts|ui\/(((toasts|seeds|confirm)\.store|while-mounted|answer-turns|plain-click|optimistic|use-[a-z]+|island-icons|button-class|initial)\.ts|(?!Badge|Chips|HashDialog|IndexRow|Confirm|Toasts|ActionForm|Field|FileField|PasswordField|Rows|SelectField|Tick)\w+\.tsx)|features\/(core\/(people\/(verified\.ts|pictures\/((pictures|avatar)\.ts|PhotoMark))|accounts\/(on-screen\/)?(SafeMode\.tsx|use-keys|(session|safe-mode|discretion)\.store)|live\/(NavCount|use-seen|counts|(stream|tickers)\.store))|money\/(prices\/(upgrade-label|in-credits)|credits\/(credits|shortage)\.store)|members\/(photos\/PhotoPicture|likes\/(parts\.ts|LikeButton|(by-hand|likes|matches)\.store)|messages\/(writing\/writing\.store|inbox\/(answered\.store|waiting\.ts))|reports\/reporting\/reporting\.store|search\/(cards\/(Member(Card|Menu)|LikedParts)|profile\/trail\.ts))))/,
    priority: 2,
  },
  {
    name: 'fields',
    test: /src\/ui\/(ActionForm|Field)\.tsx$/,
    priority: 1,
  },
  {
    name: 'settings',
    test: /src\/(ui\/PasswordField|features\/core\/accounts\/passkeys\/(Proof|passkeys(\.store)?))\.tsx?$/,
    priority: 1,
  },
  { name: 'new-fields', test: /src\/features\/core\/accounts\/NewFields\.tsx$/, priority: 0 },
  {
    name: 'choices',
    test: /src\/ui\/(Chips|SelectField)\.tsx$/,
    priority: 1,
  },
  { name: 'part-fields', test: /src\/features\/core\/people\/edit\/PartFields\.tsx$/, priority: 0 },
  { name: 'index-row', test: /src\/ui\/IndexRow\.tsx$/, priority: 0 },
  { name: 'ticks', test: /src\/ui\/Tick\.tsx$/, priority: 2 },
  { name: 'rows', test: /src\/ui\/Rows\.tsx$/, priority: 0 },
  { name: 'file-field', test: /src\/ui\/FileField\.tsx$/, priority: 0 },
  {
    name: 'ticket-pictures',
    test: /src\/features\/guests\/help\/(ticket-pictures|tickets)\.ts$/,
    priority: 0,
  },
  {
    name: 'own-tickets',
    test: /src\/features\/guests\/help\/own-tickets\.store\.ts$/,
    priority: 0,
  },
  {
    name: 'own-profile',
    test: /src\/features\/core\/people\/edit\/own-profile\.store\.ts$/,
    priority: 0,
  },
  { name: 'place-fields', test: /src\/features\/core\/places\/PlaceFields\.tsx$/, priority: 0 },
  // Not the island itself: of a group it would be an empty file beside this one.
  {
    name: 'people',
    test: /src\/features\/(members\/search\/(cards\/(PeopleList|closest|use-photo-transition)|profile\/trail\.store)|core\/places\/PlaceField)\./,
    priority: 1,
  },
  { name: 'prices', test: /src\/features\/money\/prices\/upgrade-source/, priority: 1 },
  { name: 'offers', test: /src\/features\/money\/checkout\/OfferParts\.tsx$/, priority: 1 },
  {
    name: 'profile',
    test: /src\/features\/members\/(search\/profile\/(PartActs|Trail)|photos\/access\/(access\.ts|Moment\.tsx))/,
    priority: 1,
  },
  {
    name: 'photos',
    test: /src\/features\/members\/photos\/((own|upload|crop)\/)?(((kept-uploads|upload)\.client|uploads?(\.store)?|(adding|arranging)\.store|own-photo|crops|photo-rules|file-choice|sniff|photos(\.store)?)\.ts|(AddPhotos|FirstPhotos)\.tsx)$/,
    priority: 1,
  },
  {
    name: 'onboarding',
    test: /src\/features\/members\/onboarding\/(Frame\.tsx|StepHead\.tsx|screens\.ts|newcomer\.store\.ts|Onboarding\.module\.css)$/,
    priority: 1,
  },
  {
    name: 'text-editor',
    test: /src\/features\/guests\/texts\/(pages|editor\/(shown-length|text-editor\.store|TextEditor\.module))\.(ts|css)$/,
    priority: 0,
  },
  {
    name: 'screens',
    test: /src\/features\/members\/onboarding\/(Screens\.tsx|onboarding\.store\.ts)$/,
    priority: 0,
  },
  {
    name: 'recorder',
    test: /src\/features\/members\/messages\/voice\/(recorder\.store|recordings(\.client)?)\.ts$/,
    priority: 0,
  },
  {
    name: 'messages',
    test: /src\/(ui\/Badge|features\/members\/messages\/([a-z-]+\/)?((chat|drafts|inbox)\.store|drafts|times|use-reader|view-once|(AskLink|BubbleView|Chat|Composer|Inbox|Later|Quote|RevealOffer|ViewOnceTile|Voice|Warning)(\.module)?))\.(tsx?|css)$/,
    priority: 0,
  },
]

/** Addresses of the groups' files, by name. */
const files = new Map()

/**
 * Vite's helper around each dynamic import loads styles as well; here a page links the styles of
 * all its parts.
 */
const plainImports = {
  name: 'plain-imports',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** What that helper would have preloaded: a list in each chunk, which nobody reads. */
const withoutPreloads = {
  name: 'without-preloads',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk')
          chunk.code = chunk.code
            .replace(/^const __vite__mapDeps=.*\n/, '')
            .replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, '')
      }
    },
  },
}

const collectFiles = {
  name: 'collect-shared-files',
  generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return
    for (const { name, fileName, facadeModuleId } of Object.values(bundle)) {
      if (name === 'rolldown-runtime' || groups.some((group) => group.name === name))
        files.set(name, fileName)
      // Islands by their component; what makes them alive is Astro's.
      const island = /(\w+)\.tsx$/.exec(facadeModuleId ?? '')?.[1]
      if (island !== undefined) files.set(island, fileName)
      if (facadeModuleId?.endsWith('@astrojs/react/dist/client.js'))
        files.set('hydration', fileName)
    }
  },
}

/**
 * Names the files of groups and islands in the server's manifest, so that a page can tell the
 * browser to fetch them at once.
 */
export const sharedFiles = {
  name: 'shared-files',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({
        vite: {
          plugins: [plainImports, withoutPreloads, collectFiles],
          build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
        },
      })
    },
    'astro:build:ssr': ({ manifest }) => {
      for (const [name, file] of files) manifest.entryModules[`shared/${name}`] = file
    },
  },
}
