/**
 * What members may say of themselves by choosing; each is optional (specification §3). A value that
 * has shipped keeps its meaning, since profiles store it.
 */
export type Option = { value: string; label: string }

export type Classifier = {
  name: string
  question: string
  /** The name of the fact on a profile. */
  fact: string
  /** How many may be chosen; 1: one or none. */
  most: number
  options: readonly Option[]
}

const option = (value: string, label: string): Option => ({ value, label })

export const classifiers = [
  {
    name: 'intentions',
    question: 'What are you here for?',
    fact: 'Here for',
    most: 3,
    options: [
      option('chat', 'Chatting'),
      option('friends', 'Friendship'),
      option('dates', 'Dates'),
      option('casual', 'Something casual'),
      option('relationship', 'A relationship'),
      option('curious', 'Seeing what happens'),
    ],
  },
  {
    name: 'relation',
    question: 'Are you in a relationship?',
    fact: 'Relationship',
    most: 1,
    options: [
      option('single', 'Single'),
      option('attached', 'In a relationship'),
      option('married', 'Married'),
      option('open', 'In an open relationship'),
      option('separated', 'Separated'),
      option('divorced', 'Divorced'),
      option('widowed', 'Widowed'),
      option('complicated', 'It is complicated'),
    ],
  },
  {
    name: 'interests',
    question: 'What do you like?',
    fact: 'Likes',
    most: 10,
    options: [
      option('art', 'Art'),
      option('books', 'Books'),
      option('cinema', 'Cinema'),
      option('cooking', 'Cooking'),
      option('cycling', 'Cycling'),
      option('dancing', 'Dancing'),
      option('eatingOut', 'Eating out'),
      option('fitness', 'Fitness'),
      option('games', 'Games'),
      option('gardening', 'Gardening'),
      option('hiking', 'Hiking'),
      option('motoring', 'Cars and motorcycles'),
      option('music', 'Music'),
      option('nightlife', 'Going out'),
      option('pets', 'Animals'),
      option('photography', 'Photography'),
      option('sea', 'Sea and beach'),
      option('sports', 'Sport'),
      option('theatre', 'Theatre'),
      option('travel', 'Travelling'),
      option('wellness', 'Sauna and spa'),
      option('wine', 'Wine'),
    ],
  },
  {
    name: 'languages',
    question: 'Which languages do you speak?',
    fact: 'Speaks',
    most: 8,
    options: [
      option('ar', 'Arabic'),
      option('cs', 'Czech'),
      option('da', 'Danish'),
      option('de', 'German'),
      option('el', 'Greek'),
      option('en', 'English'),
      option('es', 'Spanish'),
      option('fi', 'Finnish'),
      option('fr', 'French'),
      option('he', 'Hebrew'),
      option('hi', 'Hindi'),
      option('hu', 'Hungarian'),
      option('it', 'Italian'),
      option('ja', 'Japanese'),
      option('ko', 'Korean'),
      option('nl', 'Dutch'),
      option('no', 'Norwegian'),
      option('pl', 'Polish'),
      option('pt', 'Portuguese'),
      option('ro', 'Romanian'),
      option('ru', 'Russian'),
      option('sv', 'Swedish'),
      option('tr', 'Turkish'),
      option('uk', 'Ukrainian'),
      option('zh', 'Chinese'),
    ].toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
  },
  {
    name: 'smoking',
    question: 'Do you smoke?',
    fact: 'Smoking',
    most: 1,
    options: [
      option('no', 'Does not smoke'),
      option('sometimes', 'Smokes now and then'),
      option('yes', 'Smokes'),
      option('vapes', 'Vapes'),
    ],
  },
  {
    name: 'drinking',
    question: 'Do you drink?',
    fact: 'Drinking',
    most: 1,
    options: [
      option('no', 'Does not drink'),
      option('sometimes', 'Drinks on occasion'),
      option('yes', 'Likes a drink'),
    ],
  },
] as const satisfies readonly Classifier[]

export type ClassifierName = (typeof classifiers)[number]['name']

export const classifierNames: readonly ClassifierName[] = classifiers.map(({ name }) => name)

/**
 * The classifiers by the part of one's own profile that edits them: long lists have a part of their
 * own.
 */
export const factParts = {
  facts: ['intentions', 'relation', 'smoking', 'drinking'],
  likes: ['interests'],
  languages: ['languages'],
} as const satisfies Record<string, readonly ClassifierName[]>

export type FactPart = keyof typeof factParts

export function partOfFact(name: ClassifierName | undefined): FactPart {
  return name === 'interests' ? 'likes' : name === 'languages' ? 'languages' : 'facts'
}

/** What a member has chosen, by classifier; a missing name means that they prefer not to say. */
export type Facts = Partial<Record<ClassifierName, string[]>>

/**
 * The facts of a profile in words, in the order of the classifiers; values that are no longer
 * offered are left out.
 */
export function factsInWords(facts: Facts): Array<{ fact: string; words: string[] }> {
  return classifiers.flatMap(({ name, fact, options }: Classifier) => {
    const words = options
      .filter(({ value }) => facts[name as ClassifierName]?.includes(value))
      .map(({ label }) => label)
    return words.length === 0 ? [] : [{ fact, words }]
  })
}
