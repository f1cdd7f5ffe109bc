import type { Gender } from '../sites/genders.ts'

/**
 * Texts for demo profiles. `[I am|We are]` is for one person | for a couple; `{place}`, `{hobby}`, `{does}` and
 * `{also}` are filled in by profiles.ts.
 */

export const usernameFirst = [
  'Quiet', 'Late', 'Velvet', 'Amber', 'Salty', 'Lucky', 'Gentle', 'Copper', 'Sunday', 'Northern', 'Slow', 'Wild', 'Plain',
  'Curious', 'Marble', 'Paper', 'Golden', 'Spare', 'Warm', 'Crooked', 'Early', 'Hidden', 'Bright', 'Rainy', 'Clever', 'Silver',
  'Honest', 'Barefoot', 'Midnight', 'Cherry', 'Smoky', 'Coastal', 'Tender', 'Electric', 'Sly', 'Olive', 'Ruby', 'Wandering',
  'Second', 'Friday', 'Indigo', 'Mellow', 'Bold', 'Secret', 'Crimson', 'Daring', 'Pepper', 'Minor', 'Dusty', 'Opal',
]
export const usernameSecond = [
  'Harbour', 'Lemon', 'Fox', 'Letter', 'Piano', 'River', 'Sparrow', 'Garden', 'Anchor', 'Orchard', 'Comet', 'Button', 'Lantern',
  'Violin', 'Feather', 'Marlow', 'Juniper', 'Kettle', 'Meadow', 'Otter', 'Quill', 'Rover', 'Saffron', 'Tide', 'Umbrella',
  'Willow', 'Zephyr', 'Pilot', 'Cinema', 'Magpie', 'Domino', 'Heron', 'Ginger', 'Clover', 'Balcony', 'Tango', 'Postcard',
  'Thistle', 'Compass', 'Bramble', 'Cello', 'Mango', 'Peacock', 'Raven', 'Sailor', 'Teapot', 'Waltz', 'Moth', 'Fig', 'Swallow',
]
export const firstNames: Record<Gender, readonly string[]> = {
  woman: [
    'Nora', 'Clara', 'Ines', 'Maya', 'Freya', 'Leonie', 'Sofia', 'Tessa', 'Ruth', 'Amara', 'Yasmin', 'Greta', 'Hannah', 'Lucia',
    'Priya', 'Saoirse', 'Vera', 'Wanda', 'Zoe', 'Bea', 'Carmen', 'Dalia', 'Elif', 'Fiona', 'Gwen', 'Imani', 'Juno', 'Kirsten',
    'Lena', 'Mireille', 'Nadia', 'Orla', 'Petra', 'Rosa', 'Signe', 'Thea', 'Una', 'Valerie', 'Xenia', 'Yuki', 'Mei', 'Ayesha',
  ],
  man: [
    'Anton', 'Ben', 'Callum', 'Diego', 'Emil', 'Felix', 'Gareth', 'Hugo', 'Idris', 'Jonas', 'Kofi', 'Liam', 'Mateo', 'Nils',
    'Omar', 'Pavel', 'Quentin', 'Rafael', 'Sven', 'Tariq', 'Uri', 'Viktor', 'Wes', 'Xavier', 'Yannick', 'Zane', 'Arjun', 'Bruno',
    'Connor', 'Dario', 'Ezra', 'Finn', 'Giles', 'Henrik', 'Ivo', 'Jamal', 'Kai', 'Lorenzo', 'Marcus', 'Noel', 'Kenji', 'Samir',
  ],
  nonbinary: ['Robin', 'Ash', 'Quinn', 'Sasha', 'Jules', 'Rowan', 'Noa', 'Remy', 'Charlie', 'Ellis', 'Kim', 'Luca', 'River', 'Sky', 'Toni', 'Wren'],
  couple: ['TwoOfUs', 'HerAndHim', 'UsTwo', 'BothOfUs', 'PairOfAces', 'TheNeighbours', 'MandJ', 'TandR', 'AandK', 'LandS', 'TheUsuals', 'Tandem', 'SaltPepper', 'RoomForOne', 'PlusOne', 'TableForFour'],
}

export const headlines: readonly string[] = [
  'Good company, bad puns', 'Ask me about {hobby}', 'Here for the long conversation', 'Better in person, I promise', 'Tall stories, short walks',
  'Soft voice, strong coffee', 'Somebody laugh with [me|us]', 'Curious, kind, slightly overdressed', 'Tell me something true',
  'New in {place}, show me around', 'Seriously into {hobby}, otherwise not serious', 'Looking for trouble of the gentle sort',
  'A little shy for the first ten minutes', 'I cook, you choose the music', 'Grown up, mostly', 'No games, except {hobby}',
  'Patience, warmth and a good pair of shoes', 'Let us start with a drink', 'Honest since 1990-something', 'Fluent in eye contact',
  'I will remember how you take your tea', 'Somewhere between a plan and an accident', '{place} after dark', 'Warm hands, open mind',
  'Less typing, more meeting', 'Slow mornings wanted', 'Make me miss my train', 'Not in a hurry, not asleep either', 'Bring your own mischief',
  'Looking for a partner in small crimes', 'Available for dancing and dishes', 'Good listener, better kisser, modest too', 'Ready when you are',
  'Say hello, I do the rest', 'Two left feet, one big heart', 'I believe in second drinks', 'Old enough to know, young enough to try',
  'Come for {hobby}, stay for breakfast', 'Mostly harmless', 'A good evening needs two', 'Open-minded, well-mannered', 'I flirt in full sentences',
  'Discreet by nature', 'Unattached and in good spirits', 'Easily amused, hard to shock', 'Let the evening decide', 'Happily complicated',
  'Show me your favourite corner of {place}', 'Your umbrella or mine?', 'Light heart, late nights',
]
export const headlinesForTwo: readonly string[] = [
  'Two of us, one good evening', 'Happy couple, curious minds', 'Together for years, still flirting', 'We bring the wine', 'A couple from {place}, easy to talk to',
  'Room at our table', 'We like {hobby}, and you?', 'Relaxed pair seeks good company', 'Married, merry and open about it', 'Twice the conversation',
  'Let us cook for you', 'She picks, he drives', 'Friends first, then we shall see', 'Open couple, closed curtains', 'Kind people wanted',
]

/** Parts of headlines: a trait, a qualification, an interest, and who is wanted. */
export const traits: readonly string[] = [
  'curious', 'kind', 'patient', 'playful', 'easy-going', 'stubborn', 'warm', 'talkative', 'quiet', 'hungry', 'well-read', 'tall on paper', 'hopeful', 'honest', 'silly', 'tidy',
  'unhurried', 'affectionate', 'bold', 'gentle', 'restless', 'cheerful', 'frank', 'well-rested', 'good with hands', 'light-hearted', 'romantic', 'practical', 'freshly single', 'wide awake',
]
export const quirks: readonly string[] = [
  'slightly overdressed', 'mostly on time', 'hopeless at goodbyes', 'better after coffee', 'allergic to small talk', 'bad at bowling', 'not for the faint of heart', 'no morning person',
  'quick to laugh', 'slow to leave', 'worth the train ticket', 'open to suggestions', 'armed with snacks', 'terrible at texting', 'excellent at dinner', 'house-trained', 'prone to dancing',
  'never without a book', 'happiest by the water', 'fond of long evenings', 'occasionally wise', 'currently in a good mood', 'not made of sugar', 'easily talked into things',
]
export const things: readonly string[] = [
  'strong coffee', 'old records', 'clean sheets', 'bad jokes', 'long dinners', 'short messages', 'warm socks', 'sharp cheese', 'late trains', 'open windows', 'loud laughter', 'soft light',
  'second helpings', 'cold beer', 'good manners', 'long walks home', 'fresh bread', 'slow dances', 'small bars', 'big umbrellas', 'red wine', 'rainy Sundays', 'honest answers', 'stolen chips',
]
export const partners: readonly string[] = [
  'a dance partner with patience', 'company for the second bottle', 'somebody who answers in sentences', 'a co-pilot for the weekend', 'a reason to leave the sofa', 'one good laugh a day', 'a kind troublemaker',
  'somebody to miss the last train with', 'a taste tester', 'butterflies, with references', 'an accomplice', 'somebody taller than my problems', 'a plus one for a wedding in May', 'a critic for my cooking',
  'a warm shoulder and a cold drink', 'somebody who finishes the crossword', 'a fellow night owl', 'a good listener with a bad influence', 'a navigator', 'somebody to teach me {hobby}',
]

export const openings: readonly string[] = [
  '[I moved|We moved] to {place} for a year and stayed.', '[I have|We have] lived in {place} long enough to complain about it with love.',
  '[I grew|We grew] up near {place} and came back for the people.', '{place} is home, for now and probably for good.',
  'Writing about [myself|ourselves] is the hardest part of this, so [I asked|we asked] a friend: “Kind, stubborn, good with soup.”',
  '[I am|We are] a warm sort of person after the first ten minutes.', '[I like|We like] people who ask a second question.',
  '[I laugh|We laugh] easily and mean it.', 'Some facts: [I am|we are] on time, [I tip|we tip] well, [I cannot|we cannot] whistle.',
  'A friend made [me|us] sign up; [I am|we are] staying because people here are nicer than expected.',
  '[I believe|We believe] in good manners and bad ideas, in that order.', 'You will find [me|us] in the kitchen at every party.',
  '[I am|We are] at an age where an honest evening beats a perfect one.', 'What you see is what you get, plus freckles in summer.',
  '[I was|We were] going to write something clever here.', 'On paper [I am|we are] sensible.', 'Half of [my|our] life is planned, the other half is better.',
  '[I am|We are] the quiet one until the second glass.', '[I read|We read] profiles to the end, so here is one worth it, with luck.',
  'Good shoes, bad knees, excellent mood.',
]
export const openingsUnder28: readonly string[] = [
  'First proper flat, first proper plant, both alive.', '[I finished|We finished] studying and am told this is the fun part.', '[I share|We share] a flat in {place} with three friends and one good armchair.',
]
export const openingsOver45: readonly string[] = [
  'The children have left home and took the noise with them.', 'Second chapter, larger print, better jokes.', '[I have|We have] stopped pretending to like festivals.',
  'Divorced for a while, on good terms with everybody including [myself|ourselves].', 'Life got quieter and [I find|we find] that [I like|we like] it, with interruptions.',
]

export const work: readonly string[] = [
  '[I repair|We repair] bicycles for a living.', '[I teach|We teach] seven-year-olds, so nothing frightens [me|us].', '[I work|We work] nights at the hospital and sleep like a cat.',
  '[I draw|We draw] up plans for houses and live in one that needs work.', '[I run|We run] a small café and smell of it.', '[I translate|We translate] manuals nobody reads.',
  '[I am|We are] in logistics: things arrive because of [me|us].', '[I cut|We cut] hair and keep secrets.', '[I keep|We keep] the books for people who cannot.',
  '[I drive|We drive] trains, which is every bit as good as you imagined.', '[I tune|We tune] pianos.', '[I write|We write] software and would rather talk about anything else.',
  '[I look|We look] after old buildings.', '[I sell|We sell] cheese, and yes, you may ask.', '[I plan|We plan] other people’s weddings with a straight face.',
  '[I work|We work] in a library and have never once said “shush”.', '[I train|We train] guide dogs and give every one of them away in tears.', '[I mend|We mend] shoes.',
  '[I am|We are] a nurse, a gardener and a taxi for two teenagers.', '[I do|We do] the lights in a theatre.', '[I pour|We pour] concrete by day and wine by night.',
  '[I work|We work] from home and dress from the waist up.', '[I fly|We fly] a lot for work and unpack badly.',
]

export const days: readonly string[] = [
  '[I am|We are] into {hobby}, and [I|we] {does}.', 'There is always time for {hobby}.', '[I|We] {does}. {also}, too, when there is time.',
  'Give [me|us] {hobby} or {also} and the weekend is saved.', 'Weekends are for {hobby}, evenings for {also}.', '[I am|We are] fond of {hobby}, less fond of talking about it at length, ask anyway.',
  'Some people meditate; [I|we] {does}.', 'If [I am|we are] not answering, it is because of {hobby}.', 'Mention {hobby} and [I|we] will not stop. Mention {also} and [I|we] will cook for you.',
]

export const seeking: Record<string, readonly string[]> = {
  one: [
    'Looking for somebody who is honest about what they want and light about the rest.', 'I would like to meet somebody who laughs before the punch line.',
    'What I am after: chemistry, candour, and a text the day after.', 'Something regular would be lovely; something spontaneous is fine.',
    'I am not looking for perfect. I am looking for awake.', 'Friendship with a spark, or a spark with manners.',
    'No pressure and no drama; a good evening, and then we shall see.', 'I like people who know what they like and say so nicely.',
    'Somebody to be reckless with, within reason and before midnight.', 'If you are kind to waiters, we are halfway there.',
    'I want the butterflies and the breakfast.', 'Ideally you make me a little nervous and then put me at ease.', 'Age is a number, humour is not negotiable.',
    'I take my time; it is usually worth it.', 'Curiosity matters more to me than cheekbones.', 'Honest desire, clear words, clean sheets.',
  ],
  two: [
    'We would like to meet people who are relaxed about it all; so are we.', 'Looking for a person, or a pair, with good humour and better manners.',
    'We always meet for a drink first, no expectations on either side.', 'We are open about being open, and careful with everybody’s feelings.',
    'Somebody who enjoys company in both senses.', 'One rule: everybody says what they like and nobody has to.', 'Singles and couples welcome, rush unwelcome.',
  ],
}

export const endings: readonly string[] = [
  'Write [me|us] something longer than “hi”.', 'Tell [me|us] what you had for breakfast and we can take it from there.', 'If you read this far, say “umbrella”.', 'Your move.',
  '[I answer|We answer] everybody who is polite.', 'Photos on request, stories for free.', 'Coffee first. Then we are adults about it.', 'Bonus points for a good recipe.',
  'No is a complete sentence here, both ways.', '[I am|We are] usually about after nine.', 'Start with a question and [I am|we are] yours for the evening.', 'Be kind, be clear, be on time.',
  'Let us not make it complicated.', 'The dog has a veto.', 'Ask [me|us] about the scar.', 'A walk first? [I know|We know] a good one.', 'Say hello; nothing bad has ever come of it.',
  '[I prefer|We prefer] voices to typing, but typing is a start.', '', '', '',
]

/** Reasons to be on this brand, by brand id. */
export const reasonsToBeHere: Record<string, readonly string[]> = {
  adultcrush: ['Here because saying it plainly saves everybody time.', 'Tired of hints; happy to be asked.', '[I like|We like] that people here finish their sentences.'],
  wivesnow: ['Attached, and at home they know.', '[My|Our] marriage is a happy one and has windows.', '[I like|We like] a proper letter and the wait for it.', 'There is a ring; please do not be startled.'],
  xmeeting: ['Near, free and clear about it.', 'Two lines, one evening, somewhere with decent chairs.', 'Short messages suit [me|us] well.'],
  meetwives: ['[I keep|We keep] a good table and an open mind.', 'Neighbourly in every sense.', 'Unhurried company is what [I am|we are] after.'],
  megaflirt: ['Send a voice message; [I am a sucker|we are suckers] for an accent.', '[I flirt|We flirt] better out loud.', '[My|Our] laugh does not fit into text.'],
  steamyplay: ['Late shows, back row.', '[I like|We like] an audience of one.', 'Meet [me|us] in the foyer.'],
  steamymatches: ['If it sparks, it sparks.', '[I light|We light] up slowly and stay lit.', 'It takes two, so here [is one|are two].'],
  localhussies: ['Round the corner is best.', '[I|We] will not cross a motorway for anybody, sorry.', 'Cheeky, cheerful, ten minutes away.'],
  discreetcrush: ['Discretion is a courtesy [I|we] give and expect.', 'Few words, well kept.', '[I have my|We have our] reasons for being quiet here; you may have yours.'],
  truebootycall: ['Awake late, free at short notice.', 'If [my|our] light is on, it is on.', 'Tonight is a perfectly good plan.'],
  foxytemptation: ['[I like the chase more than I|We like the chase more than we] should.', 'Leave me a hint; [I|we] will find it.', 'Quick wit first, the rest follows.'],
}

export const updates: readonly string[] = [
  'Home early for once, with a bottle open and nobody to argue about the film.', 'In town until Sunday. Suggestions welcome, museums included.', 'Back from the coast with sand in everything.',
  'The heating works again. Visitors may return.', 'Free on Thursday. That is the whole update.', 'Somebody recommend a book that is not about productivity.', 'Cooked for six, two came. There is curry.',
  'Dancing on Saturday; I need a partner with a sense of humour.', 'Long week. Would like to be made to laugh.', 'Up late, in a good mood.', 'First warm evening of the year and I am wasting it on laundry.',
  'If you were the one with the yellow coat on the tram: hello.', 'Trying the new place by the station. Will report.', 'Thinking about breakfast in the plural.', 'Rainy Sunday, good records, room on the sofa.',
  'Got tickets for Friday, a friend dropped out.', 'Learning to make dumplings. Testers needed.', 'Not looking for much tonight, just good company.',
]

/** First messages; `{ask}` and `{answer}` are about `{hobby}`, which the other's profile mentions. */
export const openers: readonly string[] = [
  'Hello! Somebody who writes about {hobby} and means it. {ask}', 'I read to the end, as one should. About {hobby}: {ask}', 'Hi, I am about twenty minutes from you and curious about {hobby}. {ask}',
  'You mention {hobby}. {ask}', 'I usually cannot think of a first line, but there is {hobby}, so: {ask}', 'Good evening. A question about {hobby}, if I may. {ask}', 'Somebody else who likes {hobby}! {ask}',
  'I promised myself to write to one nice person this week. You are it, because of {hobby}. {ask}', 'Umbrella. Also, on the subject of {hobby}: {ask}', 'Your photo has excellent light, and then there is {hobby}. {ask}',
  'No clever line, I am afraid, only interest. In {hobby}, too. {ask}', 'Hello from the other side of town, where nobody cares for {hobby}. I do. {ask}', 'You had me at {hobby}. {ask}',
  'I showed your profile to a friend, who said: “{hobby}! Write at once.” So: {ask}',
]
export const replies: readonly string[] = [
  'Ha, good question. {answer}', 'Hello you. {answer}', 'That is a better first message than most. {answer}', '{answer}', 'You did read it! {answer}', 'Hi, thank you for writing. {answer}',
  'Now you have got me started. {answer}', 'I was hoping somebody would ask. {answer}',
]
/** Small talk, one line each in turn; either person may begin. */
export const exchanges: ReadonlyArray<readonly string[]> = [
  ['I like that. And what do you do when it rains?', 'I cook and pretend that was the plan.'],
  ['Are you more of a morning or a night person?', 'Night, without a doubt. Mornings happen to me.', 'Good. Then I am not keeping you up.'],
  ['What brought you here, if I may ask?', 'Honestly? A quiet winter and a loud friend. And you?', 'Much the same, minus the friend.'],
  ['You write the way I like people to talk.', 'That is kind. I rehearse.'],
  ['What would a good evening look like for you?', 'A walk, something to eat, no telephones. Then whatever we feel like.', 'That sounds about right to me.'],
  ['I should warn you that I laugh loudly.', 'Good. I am funny about once an hour, so it will carry.'],
  ['Is it all right to say that I keep looking at your photo?', 'It is very all right. I may have done the same.'],
  ['Tell me something you have never put in a profile.', 'I talk to my plants. They are doing suspiciously well.'],
  ['I had a rotten day and this is the nicest part of it.', 'Then I am glad I was still up.', 'So am I.'],
  ['Wine or beer?', 'Whatever you are having.'],
  ['How tall are you really?', 'Tall enough for the top shelf, not for basketball.'],
  ['What is the best thing about your street?', 'The bakery. The worst thing is that they know me by name.'],
  ['Do you dance?', 'When nobody is looking, or everybody is.', 'I shall bring a crowd, then.'],
  ['What are you reading at the moment?', 'The same page for a week. It is a good page.'],
  ['Are you always this charming?', 'Only in writing. In person I drop things.'],
  ['What are you like when you are nervous?', 'Funnier, and then suddenly very quiet. You?', 'I talk about maps.'],
  ['May I ask what you are looking for, plainly?', 'Warmth, honesty, and somebody who likes to be touched on the arm. You?', 'That, and laughter. I think we would get on.'],
  ['Who does the cooking at your place?', 'I do. You may chop.'],
]
export const plans: readonly string[] = [
  'Would you like to meet for a coffee, no strings, this week?', 'I am free on Thursday evening. Are you?', 'Shall we move this to a table with two chairs?', 'There is a bar with terrible music and lovely people. Join me?',
  'How about a walk on Sunday? Public, daylight, very respectable.', 'I would like to hear your voice. Drink after work some time?',
]
export const answersToPlans: readonly string[] = [
  'Yes, gladly. Thursday works.', 'I would like that. Somewhere central?', 'Sunday is good. Two o’clock?', 'Yes. Give me until the weekend, this week is a circus.', 'I thought you would never ask.',
  'Let me look at my week and tell you tonight.', 'Yes please. You choose the place, I bring the appetite.',
]
export const goodbyes: readonly string[] = ['Looking forward to it.', 'Sleep well, and dream a little.', 'Until then, then.', 'You have made my evening.', 'Good night from this side of town.', 'Wonderful. I will be the nervous one by the door.']
export const followUps: readonly string[] = [
  'Are you still up?', 'I have just walked past that place I told you about and thought of you.', 'I told the dog about you.', 'My train is late, so you get another message.',
]
/** For somebody who has not answered yet. */
export const nudges: readonly string[] = ['No hurry with an answer, I only wanted to say hello again.', 'If now is not the time, no harm done. Have a lovely week.', 'I hope that was not too forward. I meant every word of it, though.']
export const declines: readonly string[] = [
  'Thank you for the kind words. I do not think we are a match, but I wish you a lovely week.', 'That is sweet of you. I am seeing somebody at the moment, so not now.', 'Thanks for writing! A bit far for me, I am afraid. Good luck.',
]
export const photoWords: readonly string[] = ['Last summer', 'On a good day', 'With the light just right', 'Taken by a patient friend', 'In my favourite jumper', 'After the haircut', 'At a birthday', '', '', '', '', '']
