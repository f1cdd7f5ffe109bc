import { groupedText, type GroupedText, isFoundIn } from './letter-groups.ts'
import { isAfterMoney, threatensToShow } from './message-signs.ts'
import { endingExpression, type MessageWords, withDigits, wordsOf } from './message-words.ts'

/** Up to so many messages of a conversation are its first ones. */
export const FIRST_MESSAGES = 6

export const messageRuleIds = [
  'money',
  'elsewhere',
  'number',
  'pictures',
  'pressure',
  'insult',
] as const
export type MessageRuleId = (typeof messageRuleIds)[number]

/** Found by counting (`rules.ts`), not by words. */
const COPIES = 'copies'
export type WarningId = MessageRuleId | typeof COPIES

type MessageRule = {
  /** Whether only the first messages of a conversation are asked about. */
  onlyFirst: boolean
  /** Parts of a regular expression, over `MessageWords.text`. */
  words: readonly string[]
  /** What words alone do not find. */
  also?: (words: MessageWords, text: GroupedText) => boolean
  /** To the sender, before sending: what the message does and what follows. */
  question: string
  /** To the recipient, below the message: what it does. */
  warning: string
}

const near = '[^\\n]{0,40}?'
const card =
  '(?:(?:gift|steam|itunes|apple|amazon|google play|razer|prepaid) ?cards?|geschenkkarten?|guthabenkarten?|cartes? (?:cadeaux?|google play|steam|amazon|itunes)|(?:google play|steam|itunes|amazon)[ -]?(?:kaart(?:en)?|karten?)|tarjetas? (?:de )?regalo|(?:carta|buono) regalo|cadeaukaart(?:en)?|cadeaubon(?:nen)?|paysafe(?:card)?|neosurf|transcash|pcs coupons?)'
const coin =
  '(?:bitcoins?|btc|usdt|ethereum|crypto(?:s|currency|monnaies?|munten)?|krypto(?:s|wahrung)?|criptomonedas?|criptovalut[ae])'
const money =
  '(?:money|cash|funds|(?:\\$|£|€) ?\\d{1,15}|\\d{1,15} ?(?:\\$|£|€|dollars?|pounds?|euros?|quid|bucks)|geld|kohle|argent|sous|dinero|plata|soldi|denaro)'
const messenger =
  '(?:what?s ?app|wats ?app|telegram|tele ?gram|kik|snap ?chat|snap|viber|we ?chat|hangouts?|google chat|skype|discord|instagram|insta|signal app|on signal|auf signal|sur signal|threema|zangi|line app)'
const switching =
  "(?:add me|text me|message me|write (?:to )?me|write me|find me|hit me up|hmu|contact me|reach me|dm me|ping me|catch me|let'?s (?:talk|chat|move|go|switch|continue|take this)|can we (?:talk|chat|move|switch|go)|move (?:this|over|to)|switch to|continue on|come (?:over )?to|talk to me|i'?m (?:always |only |mostly )?on|rarely (?:on )?here|not (?:on )?here (?:often|much)|give me your|what'?s your|send me your|do you (?:have|use)|you on|" +
  'schreib(?:e|st)? mir|schreib mich|meld(?:e)? dich|komm(?:st)? (?:doch )?(?:zu|auf)|wechseln wir|lass uns|hast du|gib mir|add(?:e)? mich|' +
  "ecris[- ]?moi|ajoute[- ]?moi|contacte[- ]?moi|rejoins[- ]?moi|parle[- ]?moi|viens sur|passons|on (?:peut )?(?:se )?parle(?:r)?|tu as|t'as|donne[- ]?moi|" +
  'escribeme|agregame|hablame|contactame|buscame|hablamos|vamos a|pasame|pasemos|tienes|dame tu|' +
  'scrivimi|aggiungimi|contattami|cercami|parliamo|passiamo|sentiamoci|hai|dammi|' +
  'app me|stuur me|schrijf me|voeg me|praat(?:en)?|verder op|heb je|geef me)'

/**
 * Words with an effect, in English, German, French, Spanish, Italian and Dutch: the sender is
 * asked, the recipient is told, and nothing is held back. The first rule that fits counts.
 */
export const messageRules: Readonly<Record<MessageRuleId, MessageRule>> = {
  money: {
    onlyFirst: false,
    words: [
      `(?:send|buy|get|need|want|pay|bring|purchase|mail|give|schick\\w*|kauf\\w*|brauch\\w*|besorg\\w*|envoie\\w*|envoyer|achete\\w*|acheter|envia\\w*|enviar|manda\\w*|compra\\w*|stuur\\w*|sturen|koop|kopen|haal\\w*|regala\\w*)${near}\\b${card}`,
      `${card}\\b${near}(?:code|number|send|photo|schick|foto|envoie|envia|manda|stuur)`,
      `(?:send|buy|invest\\w*|need|pay|transfer|trade|trading|earn|double|profit\\w*|teach you|show you how|schick\\w*|kauf\\w*|verdien\\w*|gagne\\w*|acheter|compra\\w*|gan[ao]\\w*|invert\\w*|invierte\\w*|guadagn\\w*|verdien\\w*|koop)${near}\\b${coin}\\b`,
      `\\b${coin}\\b${near}(?:wallet|platform|invest|trading|profit|verdien|gagn|guadagn|plattform|portefeuille|plataforma|piattaforma)`,
      `(?:send|lend|loan|borrow|wire|transfer|spare|owe|give) (?:me|us|over)?\\b${near}\\b${money}`,
      `(?:need|borrow|short of|short on|run out of|transfer|wire)\\b${near}\\b(?:money|cash|funds|a loan)\\b${near}(?:you|help|send|rent|bill|ticket|hospital|until|back|for|me)`,
      `(?:pay|cover|help (?:me )?(?:with|pay)|help me out with)(?: for)?(?: me| my| the)?${near}\\b(?:rent|bills?|tickets?|flight|visa|hospital|surgery|school fees|customs|fees?|phone bill|taxi|fuel|petrol)\\b${near}(?:please|can you|could you|i will pay you back|i'?ll pay|(?<!the )first|so (?:that )?i can|to (?:come|visit|see))`,
      `\\b(?:wire|transfer|western union) me \\d{2}`,
      `\\b(?:customs|zoll|douane|aduana|dogana)\\b${near}\\b${money}|\\b${money}${near}\\b(?:customs|zoll|douane|aduana|dogana)\\b`,
      `\\b(?:inherit\\w*|erbe\\w*|heritage|herencia|eredita|erfenis)\\b${near}\\b(?:help|transfer|hilf\\w*|aide\\w*|ayuda\\w*|aiut\\w*|share)\\b`,
      `\\b(?:rent|bills?|tickets?|flight|visa|surgery|fees?)\\b${near}\\b(?:can|could|would|will) you (?:please )?(?:help|pay|cover)\\b`,
      `(?:can|could|would|will) you (?:please )?(?:pay|cover|help (?:me )?(?:with|pay))${near}\\b(?:my|the) (?:rent|bills?|tickets?|flight|visa|hospital|surgery|customs|fees?|phone|taxi|fuel|petrol|loan|debts?)`,
      `\\b(?:cash ?app|venmo|zelle|western union|money ?gram|pay ?pal|revolut|bizum|tikkie|lydia|iban|bank account|bank details|routing number)\\b${near}(?:me|send|is|tag|details|number|your|dein\\w*|mir|moi|ton|me|tu|mi|tuo|mij|je)\\b`,
      `(?:send|give|use|what'?s your|your|through|via|per|uber|auf|par|por|con|tramite)${near}\\b(?:cash ?app|venmo|zelle|western union|money ?gram|bank account|bank details|iban)\\b`,
      `(?:investment|trading|forex) (?:platform|opportunity|tips?|group|plattform)|(?:double|triple) your money|passive income|financial freedom|sugar (?:daddy|mummy|mommy|baby) allowance|weekly allowance|inheritance${near}(?:help|transfer|share|million)`,
      `(?:schick|uberweis|leih|gib|borg)\\w*${near}\\b(?:mir)\\b${near}\\b(?:geld|kohle|euro|\\d{1,15} ?€)|(?:geld|\\d{1,15} ?(?:euro|€))\\b${near}(?:uberweis|leihen|schicken|borgen)`,
      `(?:envoie|envoyer|prete|preter|vire|donne)\\w*[- ]?(?:moi|me)?${near}\\b(?:argent|euros?|€|sous|virement|mandat)|besoin d'argent|m'envoyer${near}(?:argent|euros?)`,
      `(?:enviame|mandame|prestame|enviar(?:me)?|prestar(?:me)?|transferir(?:me)?|depositar?(?:me)?)\\b${near}\\b(?:dinero|plata|euros?|€|dolares)|necesito (?:dinero|plata)`,
      `(?:mandami|prestami|inviami|mandarmi|prestarmi|inviarmi|bonifico|ricarica(?:mi)?)\\b${near}\\b(?:soldi|denaro|euro|€|postepay)|ho bisogno di (?:soldi|denaro)`,
      `(?:stuur|leen|geef|overmaken|maak)\\b${near}\\b(?:geld|euro|€)${near}|(?:geld|\\d{1,15} ?euro) (?:lenen|overmaken|sturen|nodig)`,
    ],
    also: (_, text) => isAfterMoney(text),
    question:
      'This seems to ask for money, gift cards or coins. Those who ask for them here are mostly taken for a fraud. Do you want to send it as it is?',
    warning:
      'This message may ask for money, gift cards or coins. Nobody here needs yours: please send nothing to somebody you have not met.',
  },
  elsewhere: {
    onlyFirst: true,
    words: [
      `\\b${switching}\\b${near}\\b${messenger}\\b`,
      `\\b${messenger}\\b${near}(?:\\b${switching}\\b|\\?|is (?:better|easier)|me\\b|moi\\b|username|handle|id\\b|: ?@?\\w{4}|mejor|besser|migliore|makkelijker)`,
      `\\bmy (?:whats ?app|telegram|kik|snap(?:chat)?|insta(?:gram)?|skype|discord|wechat|viber|e-?mail)\\b`,
      "\\b(?:leave|give|send|tell) me (?:your|ur) (?:phone |private |mobile )?(?:number|e-?mail|mail)\\b|\\bwhat(?:'s| is) your (?:phone |mobile |private )?number\\b(?! one)|\\blaisse[- ]moi ton (?:numero|mail|e-?mail|tel\\w*)|\\b(?:dame|dejame|pasame) tu (?:numero|correo)|\\bcual es tu numero|\\b(?:lasciami|dammi) il tuo numero|\\bqual e il tuo numero|\\b(?:gib|lass|schick) mir (?:\\w+ )?deine (?:handy|telefon)?nummer|\\bwie ist deine (?:handy|telefon)?nummer|\\b(?:geef|stuur|laat) me je (?:telefoon)?nummer|\\bwat is je (?:telefoon)?nummer",
      `\\b${messenger}\\b${near}\\b(?:look for|search for|heet ik|heisse ich|ich heisse|me llamo|mi chiamo|je m'appelle)\\b`,
      '\\b(?:my (?:user)?name is the same there|same (?:user)?name (?:as )?(?:t?here)|(?:le )?meme pseudo|mismo nombre alli|stesso nome li|gleichen? namen? dort|zelfde naam daar)\\b',
      '\\b(?:t|wa|telegram|m)\\.me/\\w',
      '\\w[.+-]{0,3}[\\w.+-]\\s?(?:@|\\(at\\)|\\[at\\]| at )\\s?(?:[a-z0-9-]{2,63})\\s?(?:\\.|\\(dot\\)|\\[dot\\]| dot |\\(punkt\\)| punkt )\\s?(?:com|net|org|de|fr|es|it|nl|uk|co|io|me|ru|biz|info|hot)\\b',
      '\\bhttps?://|\\bwww\\.\\w|[a-z0-9]-{0,2}[a-z0-9-]\\.(?:hot|cam|live|sex|xyz|top|link|click|site|online|club|page)\\b',
    ],
    question:
      'This seems to lead to another place than our chat, in your first messages. Many find that early, and outside nobody helps you if something goes wrong. Do you want to send it as it is?',
    warning:
      'This message may want you to leave for another place. Outside our chat we cannot help you, and there is no hurry.',
  },
  number: {
    onlyFirst: true,
    words: [],
    also: ({ plain }) => holdsNumber(withDigits(plain)),
    question:
      'This seems to hold a telephone number, in your first messages. Whoever has it knows more of you than your profile says. Do you want to send it as it is?',
    warning: 'This message may hold a telephone number. You need not call, nor give yours.',
  },
  pictures: {
    onlyFirst: true,
    words: [
      `(?:send|show|see|got any|trade|swap|want) (?:me |us )?(?:a |an |some |any |your |more |those )?(?:\\w+ )?(?:nudes?|naked (?:pics?|pictures?|photos?)|nude (?:pics?|pictures?|photos?)|dirty (?:pics?|pictures?|photos?)|sexy (?:pics?|pictures?|photos?)|body pics?|pics? of your body)`,
      `(?:show|send) me (?:your|ur) body|without (?:your )?clothes on|what are you wearing (?:right )?now|take (?:it|them|your clothes) off`,
      `(?:schick|zeig)\\w*${near}\\b(?:nackt\\w*|nacktfotos?|nacktbilder?|deinen korper)`,
      `(?:envoie|montre)\\w*${near}\\b(?:nue?s?\\b|nudes?|ton corps)`,
      `(?:envia|manda|pasa|muestra|ensena)\\w*${near}\\b(?:desnud\\w+|tu cuerpo|nudes?)`,
      `(?:manda|invia|mostra)\\w*${near}\\b(?:nud[aeio]\\b|il tuo corpo)`,
      `(?:stuur|laat)\\b${near}\\b(?:naakt\\w*|je lichaam|nudes?)`,
    ],
    question:
      'This seems to ask for intimate pictures, in your first messages. Most people stop answering then. Do you want to send it as it is?',
    warning: 'This message may ask for intimate pictures. You owe nobody any.',
  },
  pressure: {
    onlyFirst: false,
    words: [
      "(?:you|u) (?:really )?owe me (?:a|an|that|this|it|something|at least|one|after|now)|you owe me$|after all (?:that )?i (?:did|have done|paid|spent)|if you (?:really |actually )?(?:loved|liked|wanted|cared about) me,? (?:you(?:'?d| would)|then)|don'?t be (?:such )?(?:a )?(?:prude|tease|frigid|uptight)|stop (?:playing|being) (?:hard to get|a tease|so (?:prude|prudish|difficult))|you(?:'?ll| will) regret (?:it|this|that)|you(?:'?re| are) (?:such )?a tease|you (?:can'?t|cannot) say no|i (?:don'?t|won'?t|do not|will not) take no|no is not an answer|you have no choice|answer me (?:now|right now|or)|why (?:aren'?t|are) you (?:not )?(?:answering|ignoring) me|i know where you (?:live|work)|or i(?:'?ll| will) (?:tell|show|send|post|share|publish|report you)|everybody will (?:see|know)|tell your (?:wife|husband|partner|boss|family)",
      'du schuldest mir|sei nicht so (?:prude|verklemmt)|stell dich nicht so an|wenn du mich (?:wirklich )?(?:liebst|magst|mogen wurdest)|antworte (?:mir )?(?:sofort|endlich|jetzt)|ich weiss,? wo du (?:wohnst|arbeitest)|sonst (?:erzahle|sage|schicke|zeige) ich|das wirst du bereuen|ein nein (?:akzeptiere|gilt)',
      "tu me dois|ne sois pas (?:si )?(?:coincee?|prude)|fais pas ta (?:prude|difficile|timide)|si tu m'aimais|reponds[- ]moi (?:tout de suite|maintenant)|je sais ou tu (?:habites|travailles)|sinon je (?:dis|montre|envoie|publie)|tu vas le regretter",
      'me debes|no seas (?:estrecha|mojigata|asi de)|si me quisieras|si de verdad me quier|contestame (?:ya|ahora)|se donde (?:vives|trabajas)|o (?:le|se lo) (?:digo|cuento|mando) a|te vas a arrepentir',
      'mi devi|non fare la (?:preziosa|difficile|santa)|se mi (?:amassi|volessi)|rispondimi (?:subito|adesso|ora)|so dove (?:abiti|lavori)|altrimenti (?:lo )?(?:dico|mando|racconto)|te ne pentirai',
      'je bent me (?:wel )?(?:iets|wat|dat) (?:schuldig|verschuldigd)|doe niet zo (?:preuts|moeilijk)|als je (?:echt )?van me hield|antwoord (?:me )?(?:nu|meteen)|ik weet waar je (?:woont|werkt)|anders (?:vertel|stuur|laat) ik|daar krijg je spijt van',
    ],
    also: (_, text) => threatensToShow(text),
    question:
      'This may be read as pressure. A no, or no answer, needs no reason. Do you want to send it as it is?',
    warning: 'This message may put pressure on you. You owe no answer, and a no needs no reason.',
  },
  insult: {
    onlyFirst: false,
    words: [
      // In ROT13, as offensive words in lists are commonly written.
      `\\b(?:${rot13('ovgpu|fyhg|juber|phag|snttbg|jnaxre|ffpuynzcr|fpuynzcr|uher|jvpufre|fnybcr|chgr|pbaanffr|chgn|mbeen|pnoeba|chggnan|gebvn|fgebamn|fyrg|ubre|xhgjvws')})(?:e?s|es|ed|ing|en|n)?\\b`,
      // In French it is a delay.
      `(?<!\\b(?:de|en|du|le|mon|ton|son|au|un|sans|petit|gros|leger) )\\b${rot13('ergneq')}(?:e?s|ed)?\\b(?! (?:de|sur)\\b)`,
      `(?:you(?:'?re| are)?|u r|ur|such|what|just|another|fucking|bloody|stupid|ugly|fat|pathetic|old)(?: such)?(?: an?| the)?(?: \\w+)? (?:idiots?|morons?|losers?|imbeciles?|cows?|pigs?|freaks?|trash|garbage|disgusting|worthless|pathetic|ugly|creeps?|liars?|nobody|hags?|waste of (?:time|space|air))\\b`,
      "(?:you(?:'?re| are)|u r) (?:so |too |just |really |all )?(?:stupid|dumb|ugly|fat|disgusting|pathetic|worthless|ridiculous|revolting|hideous|brainless|a joke|nothing to me|sick in the head|crazy in the head)\\b|shut up\\b|shut your mouth|go to hell|(?:^|[.!?,;] ?)get lost\\b|drop dead|screw you|nobody (?:wants|will ever want|could ever want|likes) (?:you|someone like you)|no one (?:wants|will ever want|likes) you|i hate you|hope you (?:die|rot|get hurt|suffer)|who would (?:want|touch) you|people like you (?:should|are|disgust)",
      '\\bdu (?:bist )?(?:so |echt |doch |ja |einfach )?(?:ein(?:e)? )?(?:\\w+ )?(?:idiot|depp|trottel|dumm\\w*|blod\\w*|hasslich\\w*|fett\\w*|widerlich\\w*|wertlos\\w*|kuh|schwein|sau|versager\\w*|lachhaft|erbarmlich\\w*)\\b|halt (?:die|deine) (?:klappe|fresse|schnauze|mund)|verpiss dich|hau (?:doch )?ab|geh sterben|fahr zur holle|keiner will dich',
      "\\b(?:tu es|t'es|espece d[e']|sale|pauvre) ?(?:vraiment |trop |si |une? |qu'une? ){0,4}(?:\\w+ )?(?:idiote?|imbecile|conne?|moche|grosse vache|nulle?|debile|cretine?|stupide|laide?|degoutante?|minable|folle)\\b|ferme[- ]la|ta gueule|degage\\b|va au diable|personne ne veut de toi",
      '\\b(?:eres|que|maldit[ao]|so) (?:tan |muy |una? ){0,4}(?:\\w+ )?(?:idiota|imbecil|tont[ao]|fe[ao]|gord[ao]|estupid[ao]|asquer\\w+|inutil|ridicul[ao]|patetic[ao]|basura|loca)\\b|callate|vete al (?:diablo|infierno)|largate|nadie te quiere|das asco',
      '\\bche (?:idiota|imbecille|scem[ao]|cretin[ao])\\b|\\b(?:sei|razza di|brutt[ao]) (?:cosi |proprio |davvero |una? ){0,4}(?:\\w+ )?(?:idiota|imbecille|stupid[ao]|scem[ao]|brutt[ao]|grass[ao]|schifos[ao]|inutile|ridicol[ao]|patetic[ao]|cretin[ao]|pazza)\\b|stai zitt[ao]|vai al diavolo|vattene|nessuno ti vuole|fai schifo',
      "\\b(?:je bent|jij|wat een|stomme|vieze|dikke|domme) (?:zo |echt |gewoon |een |zo'n ){0,4}(?:\\w+ )?(?:idioot|sukkel|trut|dom|lelijk|dik|walgelijk|waardeloos|zielig|koe|varken|loser|mislukkeling)\\b|hou je (?:mond|kop|bek)|rot op|loop naar de hel|niemand wil jou",
    ],
    question:
      'This may hurt. If you are angry, it can wait: saying nothing, or a kind end, is better taken. Do you want to send it as it is?',
    warning: 'This message may be meant to hurt. You need not answer it.',
  },
}

function rot13(words: string): string {
  return words.replaceAll(/[a-z]/g, (letter) =>
    String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97),
  )
}

// One by one: joined to one expression they take twice as long, and what a message has no letters
// for is not run.
const expressions = new Map(
  messageRuleIds.map((id) => [id, messageRules[id].words.map(endingExpression)]),
)
export const ruleExpressions = [...expressions.values()].flat()

/** Fewer digits may be a year, a price, a house. */
const LEAST_DIGITS = 8
const dates =
  /\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\b(?:19|20)\d\d ?[-–/] ?(?:19|20)\d\d\b|\b\d{1,2}[:.h]\d\d ?(?:[-–]|to|bis|a) ?\d{1,2}[:.h]\d\d\b/g
const runOfDigits = /\+?\d(?:[ .,()/_-]{0,3}\d)+/g

function holdsNumber(text: string): boolean {
  return (text.replaceAll(dates, ' ~ ').match(runOfDigits) ?? []).some((run) => {
    const { length } = run.replaceAll(/\D/g, '')
    return length >= LEAST_DIGITS && length <= 15 && !/^\d{1,3}(?:[ .]000)+$/.test(run)
  })
}

export function rulesFor(body: string): MessageRuleId[] {
  const words = wordsOf(body)
  const text = groupedText(words.text)
  return messageRuleIds.filter(
    (id) =>
      expressions.get(id)?.some((one) => isFoundIn(text, one)) ||
      messageRules[id].also?.(words, text),
  )
}

const COPIES_WARNING =
  'This message may have gone to several people in the same words. Take your time before you answer.'

/**
 * What the recipient of a message reads below it; null without a warning, or for one that is no
 * more.
 */
export function warningInWords(warning: string | null): string | null {
  if (warning === COPIES) return COPIES_WARNING
  const id = messageRuleIds.find((one) => one === warning)
  return id === undefined ? null : messageRules[id].warning
}
