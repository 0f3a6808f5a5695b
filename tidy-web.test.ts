import { expect, test } from 'vitest';
import { code, complain, read, shown, sources } from './scripts/tidy-sources.ts';

/** Rules for every page, checked in its source. */
const pages = code.filter((file) => /^src\/\w+\/web\//.test(shown(file)) && !/\.test\.|\/testing\//.test(file));

test('[L4] pages move money only through the one hook that keeps what was confirmed', () => {
  const outside = (...places: string[]) => pages.filter((file) => !places.some((place) => file.endsWith(place)));
  const complaints = [
    ...complain(
      outside('platform/web/api.ts', 'intents/use-money-mutation.ts'),
      /sendMoneyCall/,
      'sends money by itself',
    ),
    ...complain(
      outside('platform/web/api.ts', 'platform/web/use-file.ts'),
      /\bfetch\(['"`]?\/?api|XMLHttpRequest|sendBeacon/,
      'calls the API by itself',
    ),
  ];
  const calls = code
    .filter((file) => file.endsWith('contract.ts'))
    .flatMap((file) =>
      read(file)
        .split('export const ')
        .map((text) => [shown(file).split('/')[1], text] as const),
    )
    .filter(([, text]) => text.includes('movesMoney: true'))
    .map(([folder, text]) => [folder, /^\w+/.exec(text)?.[0]] as const);
  expect(calls.length).toBe(10);
  for (const [folder, call] of calls) {
    const inFolder = pages.filter((file) => shown(file).startsWith(`src/${folder}/web/`)).map(read);
    const hooks = inFolder.filter((text) => text.includes(`useMoneyMutation(${call}`)).length;
    if (hooks !== 1) complaints.push(`${folder}: ${call} has ${hooks} ways through useMoneyMutation`);
  }
  for (const folder of new Set(calls.map(([folder]) => folder))) {
    const texts = pages
      .filter((file) => shown(file).startsWith(`src/${folder}/web/`))
      .map(read)
      .join('');
    const moves = texts.split('useMoneyMutation(').length - 1;
    const shownMoves = texts.split(/\bmove=\{/).length - 1;
    if (shownMoves < moves) complaints.push(`${folder} moves money in a dialog that does not show what is pending`);
  }
  expect(complaints).toEqual([]);
});

test('[L4] every form is submitted the same way', () => {
  // The menu's has no field: it is a button that leads elsewhere before there is an application.
  const others = pages.filter((file) => !/\/ui\/(form|menu)\.tsx$/.test(file));
  expect(complain(others, /<form\b/, 'submits by itself: that is for <Form>')).toEqual([]);
});

test('[L8] pages load code lazily only through the one place that can fetch it again', () => {
  const complaints = complain(
    pages.filter((file) => !file.endsWith('/loading/later.tsx')),
    /\blazy\b.*from 'react'/,
    'has no boundary: that is for later() in #platform/web/loading',
  );
  // boot.ts imports the application itself.
  for (const file of pages.filter((each) => !/\/(loading\/part|web\/boot)\.ts$/.test(each))) {
    const text = read(file).replaceAll(/\s+/g, ' ');
    for (const [, before = ''] of text.matchAll(/(.{0,28})\bimport\(/g)) {
      if (!/\b(part|withLazyMessages)\( ?\(\) => $/.test(before)) complaints.push(`${shown(file)} imports by itself`);
    }
  }
  expect(complaints).toEqual([]);
});

test('[L8] the page is reloaded only where typed input is kept', () => {
  const before = [
    'loading/reload.ts',
    'first-page/choose-early.ts',
    'installable/keep-from-blank.ts',
    'installable/offline-page.ts',
  ];
  const others = pages.filter((file) => !before.some((place) => file.endsWith(place)));
  expect(complain(others, /\blocation\.reload\(/, 'loads the page anew by itself: that is for reloadPage()')).toEqual(
    [],
  );
});

const saidIn = (...languages: string[]) =>
  sources.filter(
    (file) => file.includes('/messages/') && languages.some((language) => file.endsWith(`/${language}.json`)),
  );

test('[B7] a language that counts zero as singular has a text of its own for zero', () => {
  expect(
    complain(saidIn('pt-BR', 'fa'), /plural, (?!=0)[^"]*one \{/, 'counts none in the singular: {count, plural, =0 {…'),
  ).toEqual([]);
});

test('[B7] a language that distinguishes one from many has a singular, and any other has none', () => {
  const oneless = /plural, (?!=\d|one \{)/;
  expect([
    ...complain(saidIn('en', 'es', 'pt-BR'), oneless, 'counts one like many'),
    ...complain(saidIn('zh-CN'), /\bone \{/, 'has a singular, which is never chosen'),
    ...complain(
      saidIn('en', 'es', 'pt-BR'),
      /\{(count|days|hours|uses|\w+Count), number\} \p{L}/u,
      'counts without agreeing',
    ),
  ]).toEqual([]);
});

test('[B7] no text agrees in number with an amount of money, which may be one', () => {
  const money = 'amount|earned|accrued|profit|promised|back|balance|available|refund|total|missing|limit|left|invested';
  const after = new RegExp(
    `\\{(${money})\\} (já |ya )?(estão|están|são|son|foram|fueron|voltam|vuelven|\\p{L}+(ados|idos|eram|aram|eron|aron|íveis|ibles))(?!\\p{L})`,
    'u',
  );
  const before = new RegExp(
    `(?<!\\p{L})(voltam|vuelven|faltam|faltan|restam|quedan|sobram|ficam|saem|salen)( até)? \\{(${money})\\}`,
    'iu',
  );
  const complaint = 'agrees with an amount of money';
  expect([after, before].flatMap((pattern) => complain(saidIn('pt-BR', 'es'), pattern, complaint))).toEqual([]);
});

/** Somebody's words: of any script and direction, beside ours. */
const someones = 'name|reason';

test('[B7] a person’s name, or their words, never turn the sentence that they stand in: every text isolates them', () => {
  const texts = sources.filter((file) => /\/messages\/.*\.json$/.test(file));
  expect(complain(texts, new RegExp(`\\{(${someones})\\}`), 'is found nowhere').length).toBeGreaterThan(40);
  const bare = new RegExp(`(?<!\\\\u2068)\\{(${someones})\\}|\\{(${someones})\\}(?!\\\\u2069)`);
  expect(complain(texts, bare, 'turns the sentence: \\u2068{…}\\u2069')).toEqual([]);
});

test('[B7] what a page shows of a person’s name is isolated from what stands beside it', () => {
  const name =
    /(?<![=$]\s*)\{(?:\w+\.)*(?:Name|By|Author|Operator|Maker|Decider|Who|MadeBy|InvitedBy|Handler)(?: (?:\?\?|\|\|) '—')?\}/g;
  const complaints: string[] = [];
  let isolated = 0;
  for (const file of pages) {
    const text = read(file);
    for (const { 0: found, index } of text.matchAll(name)) {
      const before = text.slice(0, index).trimEnd();
      if (/[=$(,[]$|\b(const|import)$/.test(before)) continue;
      // The customer's own name, in a line of its own.
      if (/<(strong|dd) translate="no">$/.test(before)) continue;
      if (/(<bdi\b[^<>]*|<[^<>]*\bdir="auto"[^<>]*)>$/.test(before)) isolated += 1;
      else complaints.push(`${shown(file)}: ${found} is neither in <bdi> nor in an element with dir="auto"`);
    }
  }
  expect(isolated).toBeGreaterThan(25);
  expect(complaints).toEqual([]);
});

test('[R3] the customers’ pages import nothing of the console', () => {
  const customers = code.filter((file) => /^src\/(?!console\/)\w[\w-]*\/(web|messages)\//.test(shown(file)));
  expect(customers.length).toBeGreaterThan(300);
  const imports = /^(?!import type ).*(from |import\()'#(console|staff)\//;
  expect(complain(customers, imports, 'brings the console to customers')).toEqual([]);
});

test('[L12] no page asks for a day with the browser’s own field, which sends nothing and says nothing for half a date', () => {
  expect(complain(pages, /type(="|: '|={.*')date\b/, 'a native date field: use date-field.tsx')).toEqual([]);
});

/**
 * Built-ins newer than the oldest browser that vite.config.ts names (Chrome 111, Firefox 115, Safari 16.4): the build translates syntax,
 * not these. Those that are looked for before they are used, and what has a stand-in, are written in other words.
 */
const tooNew =
  /(?<!`)(\bURL\.(canParse|parse)\b|([sS]earch|[pP]arams|[qQ]uery|URLSearchParams\([^)]*\))\.size\b|\bcrypto\.randomUUID|Promise\.(withResolvers|try)\b|Array\.fromAsync|\b(Object|Map)\.groupBy|\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|\bAbortSignal\.any\b|\.checkVisibility\(|\.(isWellFormed|toWellFormed)\(|RegExp\.escape|Intl\.DurationFormat|\.(values|keys|entries)\(\)\.(map|filter|take|drop|toArray|some|every|find)\(|\bIterator\.from|Uint8Array\.from(Base64|Hex)|\.to(Base64|Hex)\(|\bError\.isError|Math\.(sumPrecise|f16round)|\bscheduler\.(yield|postTask))/;

test('[L13] what the customers’ pages print as a name or a code is not translated', () => {
  const customers = pages.filter((file) => !shown(file).startsWith('src/console/'));
  expect(
    complain(customers, /<(bdi|code)\b(?!\s+translate="no")/, 'a translator would change: add translate="no"'),
  ).toEqual([]);
});

test('[L13] a form with a password names the account, for the password managers', () => {
  const asking = pages.filter((file) => /<PasswordField\b/.test(read(file)));
  const nameless = asking.filter((file) => !/<AccountName\b|<KeyField\b|autoComplete="username"/.test(read(file)));
  expect(asking.length).toBeGreaterThan(6);
  expect(nameless.map(shown)).toEqual([]);
});

test('[L13] pages keep things only where a browser that stores nothing is provided for', () => {
  // Without storage reload.ts must not reload by itself, and it depends on no other file.
  const others = pages.filter((file) => !/\/(kept|reload)\.ts$/.test(file));
  expect(complain(others, /\b(local|session)Storage\b|\bindexedDB\b/, 'stores by itself: that is for kept.ts')).toEqual(
    [],
  );
});

test('[L13] no page uses a built-in that the oldest supported browser lacks', () => {
  const shared = code.filter(
    (file) => shown(file).startsWith('src/') && !/\/server\/|\.test\.|\/testing\//.test(shown(file)),
  );
  expect(shared.length).toBeGreaterThan(pages.length);
  expect(complain(shared, tooNew, 'uses a built-in newer than the oldest supported browser')).toEqual([]);
  // `URLSearchParams.size`, whatever the variable is called.
  const ofAddresses = shared.filter((file) => /SearchParams/.test(read(file)));
  expect(complain(ofAddresses, /\.size\b/, 'asks an address for its size')).toEqual([]);
});
