/** An interest, as a profile names it, and a conversation about it. */
export type Interest = {
  /** After "into", "fond of", "time for". */
  name: string
  /** After "I" or "we". */
  doing: string
  ask: string
  answer: string
}

export const interests: readonly Interest[] = [
  {
    name: 'cold-water swimming',
    doing: 'swim outdoors all year and complain about it throughout',
    ask: 'Do you really swim in winter, or is that what we all write?',
    answer:
      'I do, very briefly, and with a lot of swearing. The tea afterwards is the actual hobby.',
  },
  {
    name: 'slow cooking',
    doing: 'cook things that take all afternoon',
    ask: 'What is in the oven on a good Sunday?',
    answer: 'Short ribs, most likely. By six the neighbours start finding reasons to ring.',
  },
  {
    name: 'live jazz',
    doing: 'know every small jazz room in town',
    ask: 'Where would you take somebody who thinks they dislike jazz?',
    answer: 'Somewhere tiny, with a singer. Nobody dislikes it from two metres away.',
  },
  {
    name: 'climbing',
    doing: 'climb indoors twice a week and outdoors when feeling brave',
    ask: 'Ropes or boulders?',
    answer: 'Boulders. I like my mistakes close to the mat.',
  },
  {
    name: 'second-hand bookshops',
    doing: 'come home with books instead of groceries',
    ask: 'What was the last thing you could not put down?',
    answer: 'A battered Highsmith. I missed my stop twice.',
  },
  {
    name: 'ballroom dancing',
    doing: 'know four dances and attempt nine',
    ask: 'Would you lead a hopeless beginner?',
    answer: 'Gladly. Beginners listen; it is the second year that is dangerous.',
  },
  {
    name: 'sailing',
    doing: 'spend every free weekend on somebody else’s boat',
    ask: 'How does one get invited aboard?',
    answer: 'By bringing sandwiches and not asking when we will be back.',
  },
  {
    name: 'pottery',
    doing: 'make bowls that are nearly round',
    ask: 'Is it as soothing as it looks?',
    answer: 'Until it collapses, which is also soothing, in its way.',
  },
  {
    name: 'long walks',
    doing: 'walk until the map ends',
    ask: 'Coast or hills?',
    answer: 'Coast. Hills have views, but the coast has chips.',
  },
  {
    name: 'old films',
    doing: 'own more black-and-white films than is reasonable',
    ask: 'What should I watch first?',
    answer: 'The Apartment. If you do not like it we can still be friends, just about.',
  },
  {
    name: 'road cycling',
    doing: 'cycle far for mediocre coffee',
    ask: 'What is your idea of far?',
    answer: 'Eighty kilometres with a cake in the middle. The cake is not optional.',
  },
  {
    name: 'gardening',
    doing: 'grow more courgettes than anybody needs',
    ask: 'What is doing well this year?',
    answer: 'Everything the snails do not like, so: rosemary.',
  },
  {
    name: 'stand-up comedy',
    doing: 'sit in the front row on purpose',
    ask: 'Have you ever been picked on?',
    answer: 'Every time. I have stopped telling them what I do for a living.',
  },
  {
    name: 'board games',
    doing: 'read the rules aloud, with voices',
    ask: 'Are you a gracious loser?',
    answer: 'I am a gracious winner and a very quiet loser.',
  },
  {
    name: 'photography',
    doing: 'photograph empty streets and full plates',
    ask: 'Film or digital?',
    answer: 'Film, because waiting is half of it. I realise how that sounds here.',
  },
  {
    name: 'yoga',
    doing: 'fall asleep in the last five minutes of every yoga class',
    ask: 'Does it help?',
    answer: 'With sleep, evidently. The rest of me is still stiff.',
  },
  {
    name: 'karaoke',
    doing: 'have one good karaoke song and no shame',
    ask: 'Which song?',
    answer: 'That stays between me and the room. You would have to come and hear it.',
  },
  {
    name: 'wine',
    doing: 'know just enough about wine to order the second cheapest',
    ask: 'Red on a warm evening: yes or no?',
    answer: 'Yes, slightly chilled, and let them stare.',
  },
  {
    name: 'motorbikes',
    doing: 'take the bike out at the first dry hour of the year',
    ask: 'Is there room for a passenger?',
    answer: 'There is, and a second helmet. I ride like somebody with a mortgage.',
  },
  {
    name: 'painting',
    doing: 'paint badly and with great concentration',
    ask: 'What do you paint?',
    answer: 'Hands, mostly. They are difficult and they do not mind waiting.',
  },
  {
    name: 'museums on weekdays',
    doing: 'visit museums when the schools are not there',
    ask: 'Which room do you always go back to?',
    answer: 'The Dutch interiors. Everybody in them has just been interrupted.',
  },
  {
    name: 'astronomy',
    doing: 'get up at three for things in the sky',
    ask: 'What was the best thing you ever saw?',
    answer: 'Saturn, through a borrowed telescope, with somebody who gasped. The gasp made it.',
  },
  {
    name: 'baking',
    doing: 'bake bread that has a name',
    ask: 'What is the starter called?',
    answer: 'Gerald. He is eleven and gets moody in August.',
  },
  {
    name: 'football',
    doing: 'support a team that teaches patience',
    ask: 'Do I have to support them too?',
    answer: 'You may stay neutral. One of us should be happy at weekends.',
  },
  {
    name: 'languages',
    doing: 'start a new language every January',
    ask: 'How far did you get with the last one?',
    answer: 'I can order soup and apologise. It covers most situations.',
  },
  {
    name: 'vinyl records',
    doing: 'turn the record over so that you do not have to',
    ask: 'What is on the turntable?',
    answer: 'Nina Simone. It is usually Nina Simone.',
  },
  {
    name: 'theatre',
    doing: 'go to plays that nobody has heard of',
    ask: 'What do you do if it is bad?',
    answer: 'Leave at the interval and talk about it all evening. Almost better.',
  },
  {
    name: 'camping',
    doing: 'own a tent with opinions about wind',
    ask: 'Is there coffee in this tent?',
    answer: 'There is a small and very serious coffee pot. I am not an animal.',
  },
  {
    name: 'crosswords',
    doing: 'finish the crossword with everybody’s help',
    ask: 'Pen or pencil?',
    answer: 'Pen, and a rubber, for my pride.',
  },
  {
    name: 'tennis',
    doing: 'play tennis with more spirit than aim',
    ask: 'Would you let me win?',
    answer: 'No. But I would bring the towels and the compliments.',
  },
  {
    name: 'street food',
    doing: 'plan holidays around what is fried there',
    ask: 'Where was the best thing you ever ate standing up?',
    answer: 'A night market in Taipei. I still think about that pancake.',
  },
  {
    name: 'volunteering',
    doing: 'drive for the food bank on Saturdays',
    ask: 'How did you get into that?',
    answer: 'A neighbour asked once and I never learned to say no to her. Glad I did not.',
  },
  {
    name: 'the sauna',
    doing: 'believe that most problems need a sauna',
    ask: 'How hot is hot?',
    answer: 'Hot enough that nobody talks about work.',
  },
  {
    name: 'singing',
    doing: 'sing in a choir that drinks',
    ask: 'In that order?',
    answer: 'Strictly. The other way round we are asked to leave.',
  },
  {
    name: 'dogs',
    doing: 'take advice only from the dog',
    ask: 'Would the dog like me?',
    answer: 'If you have a pocket, you have a friend. I take a little longer.',
  },
  {
    name: 'tango',
    doing: 'go out for tango and come home at two',
    ask: 'Is it true that nobody talks while dancing?',
    answer: 'Nobody. It is the best conversation of the week.',
  },
]
