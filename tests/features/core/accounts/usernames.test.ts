import { describe, expect, test } from 'vitest'
import { usernameProblem } from '#core/accounts/usernames/usernames.ts'

/**
 * Which names may be chosen: beside those that are refused (tests/attacks/names) those that must
 * pass.
 */

describe('is a name of somebody', () => {
  test.each([
    ...[
      'Nan',
      'Nan1984',
      'Null',
      'null',
      'nan',
      'Trust_me',
      'trustme',
      'Mod-Girl',
      'modgirl',
      'Supporter',
      'supporter24',
      'Supporting-Act',
      'Caring-Team-Mate',
    ],
    ...[
      'Adminah',
      'Stafford',
      'Falstaff',
      'badminton',
      'modesty',
      'Systema',
      'Helpful',
      'helpless',
      'Helpme',
      'Safety_Pin',
      'Abuse-me-not',
    ],
    ...[
      'Usher',
      'Teamwork',
      'Infobird',
      'Contactless',
      'Serviceman',
      'Chatty',
      'Liveandlove',
      'Dating-Dora',
      'Guesthouse',
      'Rootless',
      'Mailman',
      'Malcom',
      'malcom',
    ],
    ...[
      'Carmen_Net_a',
      'Orgeat',
      'Biz-Markie',
      'Com_padre',
      'Googly',
      'Tinderella',
      'Pal_Pay',
      'paying-pal',
      'Bumblebee',
      'Visa-free',
    ],
    ...[
      'Applejack',
      'Amazone',
      'Anna_B',
      'x-1',
      '007',
      'Zoë',
      'Trueman',
      'Falsetto',
      'Anonymia',
      'Unknownpleasure',
    ],
  ])('%s', (name) => {
    expect(usernameProblem(name)).toBeNull()
  })

  test.each([
    ...[
      'प्रिया',
      'दीपिका',
      'ফারহানা',
      'প্রিয়া',
      'ਗੁਰਪ੍ਰੀਤ',
      'પ્રિયા',
      'ପ୍ରିୟା',
      'பிரியா',
      'ప్రియ',
      'ಪ್ರಿಯಾ',
      'പ്രിയ',
      'ප්‍රියා'.replaceAll('\u200d', ''),
    ],
    ...[
      'สมชาย',
      'น้ำฝน',
      'ສົມໄຊ',
      'བསོད་ནམས'.replaceAll('་', ''),
      'မြမြ',
      'សុភា',
      'ދީމާ',
      'Ольга',
      'فاطمة',
      '김민준',
      'ヤマダ',
    ],
  ])('in its own writing: %s', (name) => {
    expect(usernameProblem(name.normalize('NFKC'))).toBeNull()
  })
})

describe('is refused', () => {
  test.each([
    'PayPal',
    'paypal',
    'pay_pal',
    'Pay-Pal',
    'paypa1',
    'PayPal_Help',
    'paypalsupport',
    'WhatsApp',
    'Whats-App-me',
    'OnlyFans',
    'Western_Union',
    'x_CCBill',
  ])('the name of a firm that people take for who pays: %s', (name) => {
    expect(usernameProblem(name)).toBe(
      'This name is kept for those who run the site. Please choose another.',
    )
  })

  test.each([
    ...[
      'Help-Desk-Eve',
      'Customer_Service',
      'customerservice',
      'the_mod',
      'mod-team',
      'Mods',
      'sitemods',
      'TrustAndSafety',
      'trust_team',
      'safety-team',
      'HelpTeam',
    ],
    ...[
      'sitestaff',
      'thesupportteam',
      'memberhelp',
      'ourcustomercare',
      'System',
      'EveStaff',
      'supp0rt24',
    ],
  ])('what passes for staff: %s', (name) => {
    expect(usernameProblem(name)).toBe(
      'This name is kept for those who run the site. Please choose another.',
    )
  })

  test.each([
    'evil_com',
    'evil-com',
    'EVIL_COM',
    'evil_c0m',
    'my-site-net',
    'evilDotCom',
    'evil_org',
    'www_evil',
    'WWW-evil_shop',
    'evil_xxx',
  ])('what is read as an address: %s', (name) => {
    expect(usernameProblem(name)).toBe(
      'Please leave out web addresses, since they are taken for links.',
    )
  })

  test.each([
    'ा',
    'ाक्रि',
    'क़़़़़़',
    'a\u0301\u0301\u0301bc',
    'aिbc',
    '-abc',
    '_abc',
    'ab',
    'क'.repeat(21),
    'कि'.repeat(11),
    'प्\u200dरिया',
    'x\u20ddyz',
  ])('marks without a letter, of another script, or in heaps: %j', (name) => {
    expect(usernameProblem(name)).not.toBeNull()
  })
})
