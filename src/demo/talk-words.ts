/** First messages; `{ask}` and `{answer}` are about `{hobby}`, which the other's profile mentions. */
export const openers: readonly string[] = [
  'Hello! Somebody who writes about {hobby} and means it. {ask}',
  'I read to the end, as one should. About {hobby}: {ask}',
  'Hi, I am about twenty minutes from you and curious about {hobby}. {ask}',
  'You mention {hobby}. {ask}',
  'I usually cannot think of a first line, but there is {hobby}, so: {ask}',
  'Good evening. A question about {hobby}, if I may. {ask}',
  'Somebody else who likes {hobby}! {ask}',
  'I promised myself to write to one nice person this week. You are it, because of {hobby}. {ask}',
  'Umbrella. Also, on the subject of {hobby}: {ask}',
  'Your photo has excellent light, and then there is {hobby}. {ask}',
  'No clever line, I am afraid, only interest. In {hobby}, too. {ask}',
  'Hello from the other side of town, where nobody cares for {hobby}. I do. {ask}',
  'You had me at {hobby}. {ask}',
  'I showed your profile to a friend, who said: “{hobby}! Write at once.” So: {ask}',
]
export const replies: readonly string[] = [
  'Ha, good question. {answer}',
  'Hello you. {answer}',
  'That is a better first message than most. {answer}',
  '{answer}',
  'You did read it! {answer}',
  'Hi, thank you for writing. {answer}',
  'Now you have got me started. {answer}',
  'I was hoping somebody would ask. {answer}',
]
/** Small talk, one line each in turn; either person may begin. */
export const exchanges: ReadonlyArray<readonly string[]> = [
  ['I like that. And what do you do when it rains?', 'I cook and pretend that was the plan.'],
  [
    'Are you more of a morning or a night person?',
    'Night, without a doubt. Mornings happen to me.',
    'Good. Then I am not keeping you up.',
  ],
  [
    'What brought you here, if I may ask?',
    'Honestly? A quiet winter and a loud friend. And you?',
    'Much the same, minus the friend.',
  ],
  ['You write the way I like people to talk.', 'That is kind. I rehearse.'],
  [
    'What would a good evening look like for you?',
    'A walk, something to eat, no telephones. Then whatever we feel like.',
    'That sounds about right to me.',
  ],
  [
    'I should warn you that I laugh loudly.',
    'Good. I am funny about once an hour, so it will carry.',
  ],
  [
    'Is it all right to say that I keep looking at your photo?',
    'It is very all right. I may have done the same.',
  ],
  [
    'Tell me something you have never put in a profile.',
    'I talk to my plants. They are doing suspiciously well.',
  ],
  [
    'I had a rotten day and this is the nicest part of it.',
    'Then I am glad I was still up.',
    'So am I.',
  ],
  ['Wine or beer?', 'Whatever you are having.'],
  ['How tall are you really?', 'Tall enough for the top shelf, not for basketball.'],
  [
    'What is the best thing about your street?',
    'The bakery. The worst thing is that they know me by name.',
  ],
  ['Do you dance?', 'When nobody is looking, or everybody is.', 'I shall bring a crowd, then.'],
  ['What are you reading at the moment?', 'The same page for a week. It is a good page.'],
  ['Are you always this charming?', 'Only in writing. In person I drop things.'],
  [
    'What are you like when you are nervous?',
    'Funnier, and then suddenly very quiet. You?',
    'I talk about maps.',
  ],
  [
    'May I ask what you are looking for, plainly?',
    'Warmth, honesty, and somebody who likes to be touched on the arm. You?',
    'That, and laughter. I think we would get on.',
  ],
  ['Who does the cooking at your place?', 'I do. You may chop.'],
]
export const plans: readonly string[] = [
  'Would you like to meet for a coffee, no strings, this week?',
  'I am free on Thursday evening. Are you?',
  'Shall we move this to a table with two chairs?',
  'There is a bar with terrible music and lovely people. Join me?',
  'How about a walk on Sunday? Public, daylight, very respectable.',
  'I would like to hear your voice. Drink after work some time?',
]
export const answersToPlans: readonly string[] = [
  'Yes, gladly. Thursday works.',
  'I would like that. Somewhere central?',
  'Sunday is good. Two o’clock?',
  'Yes. Give me until the weekend, this week is a circus.',
  'I thought you would never ask.',
  'Let me look at my week and tell you tonight.',
  'Yes please. You choose the place, I bring the appetite.',
]
export const goodbyes: readonly string[] = [
  'Looking forward to it.',
  'Sleep well, and dream a little.',
  'Until then, then.',
  'You have made my evening.',
  'Good night from this side of town.',
  'Wonderful. I will be the nervous one by the door.',
]
export const followUps: readonly string[] = [
  'Are you still up?',
  'I have just walked past that place I told you about and thought of you.',
  'I told the dog about you.',
  'My train is late, so you get another message.',
]
/** For somebody who has not answered yet. */
export const nudges: readonly string[] = [
  'No hurry with an answer, I only wanted to say hello again.',
  'If now is not the time, no harm done. Have a lovely week.',
  'I hope that was not too forward. I meant every word of it, though.',
]
export const declines: readonly string[] = [
  'Thank you for the kind words. I do not think we are a match, but I wish you a lovely week.',
  'That is sweet of you. I am seeing somebody at the moment, so not now.',
  'Thanks for writing! A bit far for me, I am afraid. Good luck.',
]
