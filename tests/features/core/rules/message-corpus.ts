import type { MessageRuleId } from '#core/rules/message-rules.ts'
import { linesOf } from './lines.ts'

/**
 * Messages of our own writing, in English, German, French, Spanish, Italian and Dutch; insults stay
 * mild.
 */

/** As first messages, except where a rule holds later as well. */
export const flagged: Readonly<Record<MessageRuleId, readonly string[]>> = {
  money: linesOf(`
    Hey dear, can you send me a Steam card so I can stay online?
    I need a 50 $ Amazon gift card for my nephew's birthday, can you buy it for me
    Just scratch the gift card and send the code please
    Could you lend me 200 euros until Friday?
    My wallet was stolen, please send me some money for a taxi
    I am stuck at the airport and need money for the ticket, please help
    I make 3000 a week trading bitcoin, I can teach you
    Do you invest in crypto? My uncle has a platform, send 100 USDT and see
    You only have to buy some Bitcoin and I show you how to double it
    Western Union is easiest, send it to my cousin's name
    What's your Cash App? I will send you a little something
    Send 20 via PayPal to me and I will come tonight
    Can you pay my phone bill? Then we can talk every day
    I would visit you but can you cover the flight and my visa fees first so I can come
    I just need some cash for the hospital, I will pay you back next week
    My sugar daddy allowance offer: 1500 weekly, give me your bank details
    I have an inheritance of two million and need your help to transfer it
    It is an investment opportunity, my forex group doubles everything in a week
    Would you help me with my rent this month?
    Could you wire me the money today, I am desperate
    Kannst du mir 100 Euro überweisen? Ich zahle es morgen zurück
    Schick mir bitte eine Steam Geschenkkarte, dann können wir schreiben
    Leih mir etwas Geld, ich bin in Not
    Mit Bitcoin verdiene ich jede Woche tausend Euro, ich zeige dir die Plattform
    Kauf doch eine Paysafecard und gib mir den Code
    Tu peux m'envoyer 50 euros pour le train ?
    Achète une carte cadeau Amazon et envoie le code
    Prête-moi un peu d'argent, je te rends tout lundi
    J'ai besoin d'argent pour l'hôpital de ma mère
    Je gagne beaucoup avec la crypto, je t'apprends
    Envíame dinero para el billete y voy a verte
    ¿Me compras una tarjeta de regalo de Google? Es urgente
    Préstame 80 euros, mañana te los devuelvo
    Necesito dinero para el alquiler
    Mandami dei soldi per il treno, ti prego
    Prestami 100 euro fino a lunedì
    Compra una carta regalo e mandami il codice
    Ho bisogno di soldi per il dottore
    Kun je me wat geld lenen tot vrijdag? Stuur 50 euro
    Koop een cadeaukaart en stuur me de code
    Stuur geld voor de trein, dan kom ik naar je toe
  `),
  elsewhere: linesOf(`
    I'm rarely on here, text me on WhatsApp
    Add me on Telegram, my name there is kate_88
    Let's move this to Kik, it is easier
    My snapchat is annie.sun, find me there
    t.me/kate is where you find me
    Do you have WhatsApp?
    hit me up on insta, I never read messages here
    Can we chat on Telegram instead?
    write me at kate@gmail.com
    kate(at)gmail(dot)com is my address, write there
    Hello handsome, look at my pictures on kate.hot.net
    Come to www.private-kate.example and see more of me
    What's your Skype? I prefer to talk there
    whatsapp is better for me
    Telegram: @lonely_rose
    Schreib mir auf WhatsApp, hier bin ich fast nie
    Hast du Telegram?
    Lass uns auf Telegram wechseln, das ist einfacher
    Gib mir deine WhatsApp
    Meld dich bei Insta, da heiße ich rosi
    Écris-moi sur WhatsApp, je ne viens pas souvent ici
    Tu as Telegram ?
    Ajoute-moi sur Snapchat
    Passons sur Telegram, c'est plus simple
    Escríbeme por WhatsApp, aquí casi no entro
    ¿Tienes Instagram? Agrégame
    Háblame por Telegram
    Pásame tu WhatsApp
    Scrivimi su WhatsApp, qui non entro mai
    Hai Telegram?
    Aggiungimi su Instagram
    Stuur me een bericht op WhatsApp
    Heb je Snapchat?
    Schrijf me op Telegram, hier kom ik nooit
  `),
  number: linesOf(`
    Call me: (213) 555-4253
    My number is 0171 5550 123 4
    2 1 3 5 5 5 4 2 5 3 whenever you like
    two one three 555 4253
    +44 7700 900 123 is mine
    Ruf mich an: 0 1 7 1 5 5 5 0 1 2 3
    null eins sieben eins fünf fünf fünf null eins zwei
    Mon numéro : 06 55 55 01 23
    zéro six cinq cinq cinq cinq zéro un deux trois, appelle
    Llámame al 655 501 234
    Chiamami al 333 555 0123
    Bel me op 06-55501234
    tel 555.123.4567
    nine one seven, five five five, zero one two three
  `),
  pictures: linesOf(`
    send nudes
    Can you send me some naked pics?
    Show me your body
    What are you wearing right now
    I want dirty pictures from you
    Schick mir ein Nacktfoto
    Zeig mir deinen Körper
    Envoie une photo nue
    Montre-moi ton corps
    Mándame fotos desnuda
    Manda una foto nuda
    Stuur een naaktfoto
  `),
  pressure: linesOf(`
    You owe me an answer after that dinner
    If you really liked me you would come over tonight
    Don't be such a prude
    Answer me now or I am done being nice
    I know where you work
    I won't take no for an answer
    Or I will tell your wife about us
    Stop playing hard to get
    You'll regret this
    After all I paid for that evening
    Du schuldest mir das
    Sei nicht so prüde
    Ich weiß, wo du wohnst
    Tu me dois bien ça
    Si tu m'aimais, tu viendrais
    Réponds-moi tout de suite
    No seas estrecha
    Sé dónde vives
    Te vas a arrepentir
    Non fare la preziosa
    So dove abiti
    Rispondimi subito
    Doe niet zo preuts
    Ik weet waar je woont
    Daar krijg je spijt van
  `),
  insult: linesOf(`
    You are such an idiot
    you're pathetic
    What a loser
    Shut up
    You are so stupid it hurts
    Nobody wants you
    Go to hell
    Stupid cow
    You ugly pig
    just another waste of time
    I hate you
    Du bist so dumm
    Halt die Klappe
    Du Idiot
    Verpiss dich
    Keiner will dich
    Tu es vraiment stupide
    Espèce d'idiote
    Dégage
    Ferme-la
    Eres una idiota
    Cállate
    Qué tonta
    Nadie te quiere
    Sei proprio scema
    Stai zitta
    Che idiota
    Je bent zo dom
    Hou je mond
    Wat een sukkel
  `),
}

export const ordinary: readonly string[] = linesOf(`
  Good evening. Your photo by the harbour made me smile.
  Hi! Which of the two dogs is yours?
  I like that you cook. What was the last thing that went wrong in your kitchen?
  We are both new here and a little shy, so forgive a clumsy hello.
  How was your weekend?
  Do you still play the piano?
  I moved here in 2019 and still get lost by the river.
  I am 38, 5ft 10, and too tall for most sofas.
  My train leaves at 18.30 and I am back by nine.
  Shall we say Thursday at 7, at the wine bar by the station?
  I work in a bank, which is duller than it sounds.
  My sister lives in Leeds, my brother in Lyon.
  Are you more for mountains or for the sea?
  I would rather take it slowly, if that is fine with you.
  We are open, both of us know, and nobody is in a hurry.
  Your profile says you collect maps. Which was the first?
  No worries, answer when you have time.
  I laughed out loud at your headline.
  It rained all day, so I baked bread.
  I paid far too much for a lamp at the flea market.
  What is the best gift you ever got?
  My rent goes up again, so I may move to the other side of town.
  I lost my phone on Monday and found it in the fridge.
  The tickets for the concert are gone, sadly.
  I quit my job in banking to grow apples.
  Money does not matter to me, kindness does.
  I am not rich, but I know where the good cheese is.
  Crypto bores me, and so do people who talk about it.
  My brother lost a lot with bitcoin and now keeps bees.
  I sold my old car for a handful of coins.
  The cinema takes cash only, would you believe it.
  Dinner is on me, if you bring the wine.
  Let us split the bill, it is easier.
  I deleted Instagram last year and do not miss it.
  My mother sends me far too many things on WhatsApp.
  The signal on the island is terrible.
  I like to snap pictures of doors.
  There is a discord between what I plan and what I do.
  I think the line at the bakery was a kilometre long.
  I would like to stay here in the chat for a while, if you do not mind.
  I do not give my number at first, I hope you understand.
  Thank you for not asking for my number at once.
  Let us talk here a little first.
  I was born on 12.03.1986, which makes me a fish.
  I lived in Porto from 1999 to 2007.
  Between 2010-2015 I was mostly on ships.
  It is open 10:00-18:00, but on Mondays 12.00 - 20.00.
  The house has number 12345 in the old register.
  That is 1.200 metres up, and 8 km long.
  The flat costs 320 000, which nobody has.
  I have read all three books, two of them twice.
  One, two, three, and I was asleep.
  I can count to five in Dutch: een, twee, drie, vier, vijf.
  My favourite film is from 1957.
  A naked tree in the snow, that is my picture of the week.
  I wear a red scarf, so you will find me.
  The statue in the park is nude and always has a hat in winter.
  I would love to see a picture of your garden.
  Do send me a photo of that cake.
  You look lovely in the green dress.
  Your smile is dangerous.
  I would like to kiss you, there, I said it.
  I am looking for someone to flirt with, and perhaps more.
  I like being told what to do, but only by people I trust.
  You need not answer if this is not for you.
  No is a full sentence, so tell me if I bore you.
  I owe you a coffee.
  I owe my sister a bicycle.
  If you liked the book, you would like the film.
  I regret that I did not write sooner.
  Do not be shy, I do not bite.
  I know where to find the best coffee in town.
  Where do you live, roughly?
  Nobody at work knows, and I would like it to stay so.
  My wife knows that I am here.
  My partner and I talk about everything.
  I felt like an idiot when I walked into the glass door.
  I am such a fool with directions.
  What a stupid film that was.
  My cat is fat and proud of it.
  I was a loser at chess and still am.
  The pig at the farm is called Brunhilde.
  It was an ugly building, now it is a lovely one.
  That joke was so bad that I told it to everyone.
  I hate Mondays.
  I hate to say it, but I like you.
  My old boss was a bit of a moron.
  The dog shuts up when he gets cheese.
  Hell of a day. And yours?
  I got lost in the old town for two hours.
  I am sick in bed and bored, cheer me up?
  This app is ridiculous sometimes.
  It was a waste of time, but a pleasant one.
  People like you make this place nicer.
  You are nothing like I expected, in the best way.
  You are a joy.
  Are you a morning person?
  The best thing about Berlin is leaving it by bicycle.
  I fix old radios. Do you have one that is silent?
  My daughter is eleven and knows everything.
  Divorced, two cats, one good knife.
  Sleep well, write when you like.
  Sorry for the late answer, the week ate me.
  Thank you, that was a kind thing to write.
  I enjoyed our evening very much.
  I think we want different things. I wish you all the best.
  Guten Abend, dein Foto am Hafen hat mich zum Lächeln gebracht.
  Welcher der beiden Hunde ist deiner?
  Ich bin neu hier und noch etwas schüchtern.
  Was hast du am Wochenende gemacht?
  Ich arbeite bei einer Bank, das klingt langweiliger, als es ist.
  Um 18.30 fährt mein Zug.
  Geboren bin ich am 12.03.1986.
  Geld ist mir nicht wichtig.
  Meine Miete steigt schon wieder.
  Ich habe mir eine viel zu teure Lampe gekauft.
  Kommst du am Donnerstag mit ins Kino?
  Lass uns langsam anfangen.
  Hast du Geschwister?
  Meine Mutter schickt mir ständig Bilder über WhatsApp.
  Ich bin 42 und 1,78 groß.
  Das war ein dummer Film.
  Ich war so dumm und habe den Schlüssel vergessen.
  Die Kuh auf der Weide hieß Berta.
  Mein Bruder ist ein Trottel, aber ein lieber.
  Du bist lustig.
  Du bist so lieb, danke.
  Du hast schöne Augen.
  Wir können hier im Chat bleiben, wenn du magst.
  Ich möchte meine Nummer noch nicht geben.
  Ich weiß, wo es den besten Kuchen gibt.
  Zeig mir doch mal deinen Garten.
  Schick mir gern ein Bild von deinem Hund.
  Eins, zwei, drei, und ich war eingeschlafen.
  Ich schulde dir noch einen Kaffee.
  Antworte, wann du willst.
  Hau rein, bis Donnerstag!
  Schlaf gut.
  Bonsoir, ta photo près du port m'a fait sourire.
  Lequel des deux chiens est le tien ?
  Je suis nouveau ici et un peu timide.
  Qu'as-tu fait ce week-end ?
  Je travaille dans une banque, c'est moins ennuyeux qu'on croit.
  Mon train part à 18h30.
  L'argent ne m'intéresse pas.
  Mon loyer augmente encore.
  Ma mère m'envoie trop de photos sur WhatsApp.
  Tu as des frères et sœurs ?
  Tu es très belle sur cette photo.
  Tu es drôle.
  Un, deux, trois, et je dormais.
  Je préfère rester ici pour le moment.
  Je suis né le 12/03/1986.
  Quel film stupide !
  Je suis bête, j'ai oublié mes clés.
  Montre-moi ton jardin un jour.
  Envoie-moi une photo de ton chien.
  Réponds quand tu veux.
  Je te dois un café.
  Passons au café jeudi, si tu veux.
  Dors bien.
  Buenas tardes, tu foto en el puerto me hizo sonreír.
  ¿Cuál de los dos perros es tuyo?
  Soy nuevo aquí y un poco tímido.
  ¿Qué hiciste el fin de semana?
  Trabajo en un banco, suena más aburrido de lo que es.
  Mi tren sale a las 18.30.
  El dinero no me importa.
  Me suben otra vez el alquiler.
  Mi madre me manda demasiadas fotos por WhatsApp.
  ¿Tienes hermanos?
  Eres muy guapa.
  Eres muy graciosa, gracias.
  Uno, dos, tres, y me dormí.
  Prefiero quedarme aquí por ahora.
  Nací el 12-03-1986.
  Qué película tan tonta.
  Vamos a tomar un café el jueves.
  Mándame una foto de tu perro.
  Te debo un café.
  Contéstame cuando puedas.
  Que duermas bien.
  Buonasera, la tua foto al porto mi ha fatto sorridere.
  Quale dei due cani è il tuo?
  Sono nuovo qui e un po' timido.
  Cosa hai fatto nel fine settimana?
  Lavoro in banca, è meno noioso di quanto sembra.
  Il mio treno parte alle 18.30.
  I soldi non mi interessano.
  Mia madre mi manda troppe foto su WhatsApp.
  Hai fratelli o sorelle?
  Sei molto bella.
  Sei simpatica, grazie.
  Uno, due, tre, e dormivo.
  Preferisco restare qui per ora.
  Sono nato il 12/03/1986.
  Che film stupido.
  Parliamo ancora domani?
  Mandami una foto del tuo cane.
  Ti devo un caffè.
  Rispondi quando vuoi.
  Dormi bene.
  Goedenavond, je foto bij de haven deed me glimlachen.
  Welke van de twee honden is van jou?
  Ik ben nieuw hier en een beetje verlegen.
  Wat heb je dit weekend gedaan?
  Ik werk bij een bank, dat klinkt saaier dan het is.
  Mijn trein gaat om 18.30.
  Geld is voor mij niet belangrijk.
  Mijn moeder stuurt me te veel foto's via WhatsApp.
  Heb je broers of zussen?
  Je bent heel mooi.
  Je bent grappig, dank je.
  Een, twee, drie, en ik sliep.
  Ik blijf liever nog even hier.
  Ik ben geboren op 12-03-1986.
  Wat een domme film.
  Wat een leuke hond.
  Stuur me een foto van je tuin.
  Ik ben je nog een koffie schuldig.
  Antwoord wanneer je wilt.
  Slaap lekker.
`)
