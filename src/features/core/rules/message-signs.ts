import { type GroupedText, isFoundIn } from './letter-groups.ts'
import { endingExpression } from './message-words.ts'

/**
 * What several words say together, in any order, in two sentences that follow each other: a request
 * and a sum, a fee and a request, coins and an offer to teach. Over `MessageWords.text`, in the
 * languages of the rules.
 */

/** No sum: what is counted is something else. */
const counted =
  "(?! ?(?:%|:|[.,/]\\d|[-–]|st\\b|nd\\b|rd\\b|th\\b|o'?clock|uhr|h\\b|km|cm|m\\b|kilos?|kg|grams?|gramm|grammes?|g\\b|litres?|liter|min\\w*|hours?|stunden|heures?|horas?|ore\\b|uur|days?|tage|jours?|dias|giorni|dagen|weeks?|months?|years?|jahre?n?|ans\\b|anos|anni|jaar|people|leute|personnes|personas|persone|mensen|messages?|nachrichten|mensajes|messaggi|berichten|times|steps|minutes?|minuten|minuti|minutos))"
const number = `\\d{2,3}(?:[.,]?\\d{3})?\\b${counted}`
const currency = '(?:dollars?|euros?|eur|usd|pounds?|quid|bucks|dolares|francs?|usdt)'
const sum = `(?:[$£€] ?\\d{2,15}|\\b\\d{2,15}(?:[.,]\\d{3}){0,4} ?(?:[$£€]|${currency}\\b))`
/** A number where a sum stands. */
const figure = `\\b(?:wants?|need|leave|of|only|extra|from|with|de|di|von|van|noch|nur|solo|am|fee of|und|con|mit) ${number}`
/** Of whoever orders or asks, not of whoever tells. */
const clause =
  '(?:^|[.!?,;:] |\\b(?:and|or|then|just|please|but|und|oder|dann|bitte|et|ou|puis|y|o|luego|e|poi|en|dan|primero|eerst|tu|non|ci|erst) )'

const signs = {
  sum,
  figure: `${sum}|${figure}`,
  orders: `${clause}(?:send|pay|lend|transfer|wire|deposit|bring|settle|zahl\\w*|bezahl\\w*|schick\\w*|leih\\w*|uberweis\\w*|envoie|paie\\w*|paye|prete|vire|paga\\w*|paghi|manda\\w*|envia\\w*|presta\\w*|ingresa\\w*|invia\\w*|betaal|stuur|leen)(?: (?:me|mir|us|the|over|moi|just|only|a|first|die|les|los|i|de)){0,6}[^\\n.!?]{0,12}?(?:${sum}|\\b${number})`,
  asks: "\\b(?:can|could|would|will) you\\b|\\bplease (?:send|help|pay|lend|buy|transfer)|\\b(?:pay|send|help|lend|buy)\\b[^\\n.!?]{0,40}\\bplease\\b|\\bhelp me\\b|\\b(?:kannst|konntest|magst|willst) du\\b|\\bbitte\\b|hilf mir|\\bhelfen\\b|peux[- ]tu|tu peux|pourrais|aide[- ]moi|m'aider|s'il te plait|il faut|tu me \\w+|\\bpuedes|podrias|ayud\\w+|hay que|\\bme (?:haces|mandas|pagas|prestas|ayudas)|\\bmi (?:puoi|fai|presti|mandi|aiuti)|\\bpuoi\\b|aiut\\w+|bisogna|\\b(?:kun|kan|wil|zou) (?:je|jij)\\b|help je|kun je|you (?:only|just) (?:have|need) to|(?:musst|brauchst) (?:du )?nur|du (?:musst|brauchst) nur|nur (?:noch )?zahlen|only asks? for|asks? (?:both of us )?for",
  short: `\\b\\d{2,5} (?:${currency} )?(?:short|tekort|is what i am missing)|\\b(?:fehl(?:en|t)|manquent?|me faltan?|mi mancano?|tekort|i am missing)\\b[^\\n]{0,20}?\\b${number}|\\b${number}[^\\n]{0,20}?\\b(?:fehlen|manquent|tekort|what i am missing)\\b`,
  fee: '\\b(?:fees?|shipping|courier|clearance|deposit|down payment|insurance of|(?:tax|bail|stamp) of|gebuhr\\w*|\\w*gebuhr|kaution|anzahlung|frais|acompte|une caution|tasas?|el envio|anticipo|de reserva|cauzione|spedizione|congedo|ma permission|inklaring\\w*|release (?:form|papers?)|as (?:a )?security|(?:wants?|need) a bond|de borg|aanbetaling)\\b',
  unpaid:
    "\\b(?:has|have|must|needs?|wants?|want) (?:to )?be paid|until i (?:can )?pay|before (?:somebody|someone|anybody) (?:signs|pays)|(?:paid|pay) (?:in cash|in advance|first|before|apart)|(?:pagata?|pagato) prima|vorher (?:bezahl|zahl)\\w*|payee? d'avance|etre payee?s? (?:avant|d'abord)|pagar(?:se|me)? (?:antes|primero)|eerst betaald|sign(?:s|ed)? (?:for the bill|and pays?)",
  trouble:
    '\\b(?:hospital|clinics?|klinik|krankenhaus|clinique|clinica|ziekenhuis|ambulance|operat\\w+|operiert|surgery|medicines?|medizin|medicinas?|medicamentos?|medicijnen|accident|unfall|incidente|accidente|passport|stroke|flight|ticket|driver|luggage|leave papers?|mission\\w*|missie|verlof|army|unit)\\b',
  bank: '\\b(?:send|give|tell|schick\\w*|gib|donne|envoie|pasame|dame|mandami|dammi|stuur|geef|need|which)\\b[^\\n.!?]{0,25}?\\b(?:bank (?:log-?in|details|data|account)|bankdaten|kontodaten|kontonummer|rib|iban|numero de cuenta|numero di conto|rekeningnummer|bank you use|bank do you use)\\b',
  spoils:
    '\\bsugar ?(?:bab\\w+|daddy|mama|mummy|mommy|dating)|\\b(?:generous (?:man|gentleman|woman|lady)|(?:baby|girl|boy|woman|man) to spoil|spoil you|homme genereux|hombre generoso|uomo generoso|a quien mimar|da viziare|verwohnen mochte|allowance)\\b',
  paying: `\\b(?:debts|errands|cheque|deposit)\\b|\\b${number} (?:a|per|every|each|la|die|par|pro|a la|elke) (?:week|month|friday|day|woche|semaine|semana|settimana|monat)\\b`,
  invests:
    '\\b(?:usdt|crypto\\w*|cripto\\w*|krypto\\w*|bitcoins?|btc|trad(?:e|ing|er|ers)|forex|liquidity mining|(?:new|the|your|for|buy) coins?|invest\\w*|inversi\\w*|invert\\w*|invier\\w*|borse|kurse|la moneda|plateforme|belegg\\w*|wealth|finanzielle[rn]? freiheit|liberte financiere|libertad financiera|press buy|reads the market|tokens?|deposits|un conto|einzahl\\w*)\\b',
  offers:
    '\\b(?:teach|show|guide|walk) you|i (?:sit|stay|stand) beside you|shall i|tell you when|tells? me the|zeig\\w* (?:ich )?dir|sag\\w* (?:ich )?dir|bring\\w* (?:ich )?dir|je te (?:montre|guide|dis)|te (?:guio|enseno|aviso|explico)|ti (?:dico|mostro|insegno|guido|spiego)|ik (?:leer|zeg|help|laat) je|hast du (?:schon |bereits )?(?:eine|ein)|have an app|il reste une place|places? left|start with|begin met|empiezas|entras con|entri con|from \\d{1,15} upwards|take it out whenever|own wallet|put your name',
  coach:
    '\\b(?:\\w*coach\\w*|mentor|asesora?|consulente|adviser|advisor|broker|forex team|(?:my|our|friday|vip) (?:group|team|system|students?)|mes eleves|mis alumnos|il mio gruppo)\\b',
  returns:
    '\\b(?:guarantee\\w*|garantier\\w*|garanti\\w*|gegarandeerd|garantizo|garantito|ohne (?:jedes )?risiko|without (?:any )?risk|risk[- ]free|sans risque|sin riesgo|senza rischio|zonder risico|multipl(?:y|ies|iz\\w+)|duplicas|doubles? (?:your|every|it)|raddopp\\w*|verdubbel\\w*|money work for you|geld arbeitet|watch it grow|small percentage|(?:small |big |nice )?profits?\\b)',
  gains: `\\b(?:yesterday|today|last (?:night|week|month)|gestern|ayer|ieri|gisteren|par semaine|por semana)\\b[^\\n]{0,30}?(?:${sum}|\\b${number})|(?:${sum}|\\b${number})[^\\n]{0,20}?\\b(?:in (?:one|a|\\w+) (?:night|minutes|minuten|minuti)|par semaine|per week|pro woche)\\b`,
  card: '\\b(?:razer|vanilla|steam|xbox|apple|itunes|google[ -]?play|amazon|sephora|paysafe|neosurf|transcash|playstation)\\b[ -]?(?:gold )?(?:gift )?-?(?:cards?|karten?|kaart(?:en)?|coupons?|tickets?|(?:den |einen )?gutschein\\w*|bon(?:nen)?)\\b|\\b(?:tickets?|coupons?) (?:pcs|neosurf|transcash)\\b|\\b(?:carta|carte|tarjetas?)(?: de)? (?:razer|steam|xbox|apple|itunes|google[ -]?play|amazon|sephora)\\b',
  cardActs:
    '\\b(?:scratch\\w*|rubbel\\w*|grattes?|raspa\\w*|gratta\\w*|kras\\w*|codes?|codigo|codice|numbers|digits|chiffres|numeri|numeros|nummers|the back|ruckseite|achterkant|pictures?|photos?|fotos?|for me|voor me|fur mich|holst du|mi prendi|prends[- ]moi|compra(?:me|mi)?|get me|buy me|only wants)\\b',
  scratches:
    '\\b(?:scratch|rubbel\\w*|grattes?|raspa|gratta|kras)\\b[^\\n]{0,40}?\\b(?:codes?|codigo|codice|numbers|card|karte|chiffres|numeri)\\b',
  topUp: '\\b(?:phone credit|top[- ]?up|guthaben|ricarica|recarga|recharge|beltegoed)\\b',
  forMe:
    '\\b(?:buy|get|send|bring) me\\b|\\bmi fai\\b|\\bme haces\\b|\\bfur mich\\b|\\bpour moi\\b|\\bvoor me\\b|\\bplease\\b|\\bbitte\\b',
  oneTimeCode:
    '\\b(?:code|pin|digits|ziffern|chiffres|codigo|codice)\\b[^\\n]{0,40}?\\b(?:sms|by mistake|aus versehen|par erreur|por error|per sbaglio|per ongeluk)\\b|\\b(?:sms|by mistake|aus versehen|par erreur|por error|per sbaglio|per ongeluk)\\b[^\\n]{0,40}?\\b(?:code|pin|digits|codigo|codice)\\b',
  earns:
    '\\b(?:earn|make|made|verdiene?|gagne|gano|saco|guadagno|takes?|brings? me|bringt mir|mi porta|me da|me rapporte)\\b[^\\n.!?]{0,12}?[$£€]? ?\\d{2,15}(?:[.,]\\d{3})? ?(?:[$£€]|dollars?|euros?|pounds?)? ?(?:a|per|each|every|pro|am|al|a la|a|par|di|op een|la) (?:day|night|week|tag|woche|dia|semana|jour|semaine|giorno|settimana|dag|nacht)\\b',
  mule: '\\breceive (?:a|the|some) (?:transfer|payment|money|parcel|package|wire)|\\bforward the (?:rest|money|remainder)|\\bon your contract\\b|\\b(?:pay|book)\\b[^\\n.!?]{0,40}?\\b(?:with|on|through|over) my (?:link|page|site)\\b',
  smallHelp:
    '\\b(?:send|spare|lend|give) (?:me )?(?:a little|something|anything|whatever you can|some help)\\b|\\banything you can spare\\b|\\btop up my\\b',
  payBack:
    '\\bpay (?:you|it|everything|all of it) back|\\bte rembourse|\\b(?:zahle?|gebe?) (?:es |alles )?(?:dir )?(?:es |alles )?zuruck|\\b(?:te )?lo devuelvo|\\bti restituisco|\\bkrijg je het terug|\\bi will pay every month\\b|\\breturn it (?:on|by|next)\\b',
  stuck:
    '\\b(?:blocked|stuck|stranded|bloquee?|blockiert|gesperrt|bloquead[oa]|bloccat[oa]|geblokkeerd|vast)\\b',
  evidence:
    '\\b(?:proof|beweise?|preuves?|pruebas|prove|bewijs|recorded|recordings?|videos?|pictures|screenshots?|our (?:call|chat)|gespeichert|aufgenommen|aufnahmen?|bilder|opnames?|beelden|registrato|registrazion\\w+|fotos|grabad\\w+|enregistre\\w*|everything|alles|tutto|todo)\\b',
  audience:
    '\\b(?:wife|husband|daughter|son|family|colleagues?|employer|boss|friends|everybody|everyone|frau|chef|familie|kollegen|freunde|femme|mari|famille|amis|tout le monde|patron|mujer|marido|familia|amigos|contactos|moglie|marito|famiglia|amici|tutti|vrouw|baas|vrienden)\\b',
  threat:
    '\\b(?:or|sonst|sinon|ou je|o (?:las|lo|los|se)|se non|altrimenti|of je|anders|unless|otherwise|delete|reasonable|worth to you|two hours|joking|think about|before midnight|interested)\\b',
  demand: `${sum}|\\b(?:pay|zahl\\w*|bezahl\\w*|paies?|paga\\w*|paghi|betaal)\\b|\\b(?:send|give) (?:me )?(?:the )?${number}|(?:^|[.!?,] )${number} (?:by|until|bis|avant|voor)`,
} as const
type Sign = keyof typeof signs

/**
 * Each is a sign of somebody who is after money; the rarer first, since the others are then not
 * looked for.
 */
const money: readonly (readonly Sign[])[] = [
  ['orders'],
  ['sum', 'asks'],
  ['short'],
  ['fee', 'asks'],
  ['fee', 'figure'],
  ['unpaid', 'trouble'],
  ['unpaid', 'figure'],
  ['bank'],
  ['spoils', 'paying'],
  ['spoils', 'figure'],
  ['invests', 'offers'],
  ['invests', 'gains'],
  ['invests', 'coach'],
  ['invests', 'returns'],
  ['coach', 'returns'],
  ['coach', 'figure'],
  ['returns', 'offers'],
  ['card', 'cardActs'],
  ['scratches'],
  ['earns'],
  ['mule'],
  ['smallHelp'],
  ['payBack', 'asks'],
  ['payBack', 'figure'],
  ['payBack', 'stuck'],
  ['stuck', 'asks', 'figure'],
  ['topUp', 'forMe'],
  ['oneTimeCode'],
]
/** Somebody threatens to show what they have to others. */
const threats: readonly (readonly Sign[])[] = [['evidence', 'audience', 'threat', 'demand']]

const expressions = new Map(
  (Object.keys(signs) as Sign[]).map((sign) => [sign, endingExpression(signs[sign])]),
)
export const signExpressions = [...expressions.values()]

function holdsTogether(text: GroupedText, together: readonly (readonly Sign[])[]): boolean {
  // What the whole message has not, none of its sentences has; most messages end here.
  const found = new Map<Sign, boolean>()
  const isThere = (sign: Sign) => {
    const one = expressions.get(sign)
    const known = found.get(sign) ?? (one !== undefined && isFoundIn(text, one))
    found.set(sign, known)
    return known
  }
  const left = together.filter((all) => all.every(isThere))
  if (left.length === 0) return false
  const sentences = text.text.split(/(?<=[.!?]) /)
  return sentences.some((sentence, index) => {
    const next = sentences[index + 1]
    const both = next === undefined ? sentence : `${sentence} ${next}`
    return left.some((all) => all.every((sign) => expressions.get(sign)?.expression.test(both)))
  })
}

export function isAfterMoney(text: GroupedText): boolean {
  return holdsTogether(text, money)
}

export function threatensToShow(text: GroupedText): boolean {
  return holdsTogether(text, threats)
}
