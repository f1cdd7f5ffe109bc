import { linesOf } from './lines.ts'

/**
 * Openers as those write who want money or another place to talk, and messages of every day, all of
 * our own writing, in English, German, French, Spanish, Italian and Dutch. Rules are tuned on every
 * second line; the others only measure.
 */

export const openers: readonly string[] = linesOf(`
  Hi dear, I am not often on this site, please write me on WhatsApp so we can know each other better
  Hello beautiful, my phone is broken and I need a gift card to pay the repair, can you help?
  I just saw you and wow. Add me on telegram, I answer there the whole day
  I'm a sergeant on a mission abroad, my bank card is blocked, could you send me some money until I am back?
  My daughter is in hospital and I need 300 dollars for the medicine, I will pay you back on Friday
  I trade crypto for a living and can show you how I earn 500 a day
  Do you want to earn money from home? My mentor doubles every deposit in bitcoin
  Text me on my private number +1 415 555 0199, I do not read here
  Hey, my membership ends tonight, give me your WhatsApp before I am gone
  You seem kind. I inherited gold from my father and need help to transfer it, you get a share
  Can you buy me an Amazon gift card? I am ashamed to ask, but my rent is due
  Let's move to Signal or Telegram, the chat here is slow
  I am at the airport and customs want a fee of 200 euros, please send it through Western Union
  My Snapchat is sweet.lena, come and see my pictures
  Find me on Insta, I am more active there
  I am an oil engineer on a platform, I cannot use my account, can you pay for my ticket so I can come to you?
  My investment platform gave me 40 % last month, I can teach you step by step
  See my video on www.lena-live.example and tell me if you like it
  If you really like me send 50 via Cash App, so I know you are real
  I can only meet if you pay the taxi first, 40 pounds, I'll pay you back
  kate dot hot at gmail dot com, write me there
  Call me at zero seven seven, five five five, zero one two three
  What is your number? Mine is 07700 900 123
  I lost my wallet in Lagos, could you wire me 150 until my consulate helps
  Send me an iTunes card and I will send you something special
  Please download Zangi, it is safer, my id is 10 2233 4455
  I stopped using this, it is full of fakes. Message me on Kik: rosylips
  My uncle is a broker and has a group with signals, do you invest in USDT?
  I need a sponsor for my studies, just 100 a month, you would get all my love
  I have a package for you at customs, you only pay the fee of 90 euros
  Give me your e-mail, I will send you my photos
  I want to visit you, but my visa costs 250, can you help me with it?
  Could you help me with my phone bill? Otherwise we cannot talk any more
  Do you use Hangouts? Let us continue there, honey
  I am selling my photos, 20 via PayPal, write me
  Schreib mir lieber auf Telegram, hier lese ich selten
  Ich bin Ärztin im Auslandseinsatz und brauche Geld für den Rückflug, kannst du mir 400 Euro schicken?
  Kannst du mir eine Guthabenkarte kaufen und mir den Code schicken?
  Meine Nummer ist 0171 555 01 23, ruf mich an
  Ich verdiene mit Krypto jede Woche 2000 Euro und zeige dir, wie es geht
  Meine Miete ist fällig, kannst du mir etwas Geld leihen?
  Komm zu WhatsApp, da können wir besser reden
  Gib mir bitte deine Handynummer, hier bin ich bald weg
  Mein Insta ist lena.sun, schreib mir da
  Überweis mir 80 Euro für das Zugticket, dann komme ich am Wochenende
  Der Zoll will 150 Euro für mein Paket, kannst du das auslegen?
  Investierst du in Bitcoin? Ich habe einen Mentor, der alles verdoppelt
  Salut beau, je ne viens presque jamais ici, écris-moi sur WhatsApp
  Je suis bloquée à l'aéroport, tu peux m'envoyer 200 euros ?
  Achète-moi une carte Google Play et envoie-moi le code
  Je gagne 300 par jour avec la crypto, je te montre comment
  Mon numéro c'est le 06 55 55 01 23, appelle-moi
  Viens sur Telegram, mon pseudo est rose75
  J'ai besoin d'argent pour payer mon loyer, je te rembourse vendredi
  Ma mère est malade, peux-tu me prêter 150 euros ?
  Donne-moi ton WhatsApp, c'est plus simple pour parler
  Paie-moi le billet de train et je viens chez toi
  Hola guapo, casi no entro aquí, escríbeme al WhatsApp
  Mi número es 655 501 234, llámame cuando quieras
  Necesito dinero para el hospital de mi hija, ¿me ayudas?
  ¿Me compras una tarjeta de regalo de Amazon? Te lo devuelvo
  Gano mucho con criptomonedas y te enseño cómo invertir
  Pásame tu Telegram y te mando fotos
  Envíame 100 euros por Western Union y voy a verte
  Préstame para el billete, cariño, te lo pago el lunes
  Agrégame en Instagram, aquí no contesto
  Ciao bello, scrivimi su Telegram, qui non ci sono quasi mai
  Il mio numero è 333 555 0123, chiamami stasera
  Mi presti 100 euro per il biglietto? Poi vengo da te
  Comprami una carta regalo Amazon e mandami il codice
  Guadagno ogni giorno con il bitcoin, ti faccio vedere
  Ho bisogno di soldi per l'affitto, ti prego aiutami
  Dammi il tuo WhatsApp, parliamo lì
  Mia figlia è in ospedale, puoi mandarmi 200 euro?
  Hoi schat, stuur me een bericht op WhatsApp, hier kom ik bijna nooit
  Mijn nummer is 06 555 012 34, bel me
  Kun je me 100 euro lenen voor de huur?
  Koop een Google Play kaart voor me en stuur de code
  Ik verdien elke dag met crypto, ik leer het je
  Ik heb geld nodig voor een ticket, dan kom ik naar je toe
  Geef me je Telegram, dat praat makkelijker
  Voeg me toe op Snapchat, ik heet lena.zon
`)

export const everyday: readonly string[] = linesOf(`
  Good morning, did you sleep well after all that thunder?
  Your dog looks as if he runs the household.
  I noticed the climbing rope in your picture. Which grade do you climb?
  I work nights at a bakery, so my evenings start at seven in the morning.
  What was the last thing that made you laugh out loud?
  You wrote that you collect maps. Old ones, or all of them?
  I moved here for work two years ago and still get lost.
  Are you more of a planner, or do you pack at midnight?
  Coffee on Saturday, somewhere public and noisy?
  I should say early on that I have a son, he is six.
  Rain again. I have started to name the puddles.
  The play was long, but the seats were soft.
  I try to cook one new thing a week. Last week it was a disaster with leeks.
  Which of your tattoos came first?
  I like how you write, calm and without fuss.
  My shift ends at ten, so I may answer late.
  Do you prefer the mountains in summer or in snow?
  I am allergic to cats, but I make exceptions for funny ones.
  Thank you for the kind words, they came at the right moment.
  We could walk along the canal if it stays dry.
  I paid far too much for this haircut, please admire it.
  The bank was closed, so I sat on a bench instead. The other kind of bank.
  My card did not work at the till and the whole queue sighed.
  I send my grandmother a postcard from every town.
  The investment was a bicycle, and it pays back every morning.
  I bought a ticket for the concert in May. Who are you going with?
  My phone fell into the soup and survived.
  I have no idea what people see in bitcoin, I like cake.
  My brother talks about crypto at every birthday. We pass him the potatoes.
  Money was tight last year, it is better now.
  I would rather hear your voice one day, but there is no hurry.
  I stay on here, if that is all right, until I know somebody better.
  I do not use WhatsApp much, my sister says I am a dinosaur.
  Instagram makes me tired, all that breakfast.
  I got a gift card from my aunt and bought socks.
  The hospital rang: the baby is here, I am an uncle!
  I pay my rent on the first, and then I eat soup until the tenth.
  The flight was late and the taxi smelled of vanilla.
  He needs a visa for the trip, so we may go somewhere else.
  The customs officer asked about my cheese. We had a good talk.
  Can you lend me your opinion on this jacket?
  Can you help me choose between the blue and the green?
  Could you send me the recipe when you find it?
  Send me good thoughts at three, I have an exam.
  I need a holiday, and possibly a boat.
  The code for the door changed and I stood outside with two pizzas.
  My number one rule: no phones at dinner.
  I have lived at number 12 for thirty years.
  The bus leaves at 17:45, the next one at 18:15.
  My grandfather was born in 1921 and danced until 2015.
  It is 350 km, which takes four hours with a stop for cake.
  We were 4 adults, 3 children and 1 very patient dog.
  I read your profile three times, twice for the joke.
  I am new here and a bit nervous, be kind.
  What does a good Sunday look like for you?
  I teach maths, and yes, I can split a bill.
  Let me pay for the coffee, you can get the cake.
  You owe me a story about that scar.
  I saved for two years to see the northern lights.
  My account of the evening differs from yours, I remember more wine.
  I transfer at the central station and have ten minutes to wave.
  My trading card collection is in the attic.
  The platform at the station was full of penguins, I mean nuns.
  I wired the lamp myself and it works, mostly.
  The signal here is weak, we are between two hills.
  Sunday is family day, but Monday evening is free.
  I have a soft spot for bad puns.
  Your taste in films is questionable and I love it.
  I would like to take it slowly.
  Shall we say eight, by the clock tower?
  I will wear the yellow coat.
  I had a lovely time, even with the rain.
  To be honest, I felt we were better as friends.
  I am seeing somebody now, and wanted to tell you. All the best.
  Two of us are looking, my wife knows and reads along.
  We are a couple of eight years and look for somebody to go dancing with.
  I like it when people say what they want.
  Tell me if a question is too personal.
  I am shy at first and then I do not stop.
  Would you rather be early or overdressed?
  My best trip was by night train.
  I play the cello badly and with passion.
  The neighbours have a parrot who swears in Polish.
  I collect words. Yesterday's was petrichor.
  It is quiet in the office, so I write to you.
  My boss gave me Friday off, I feel rich.
  The market was lovely, I came home with plums.
  I believe in second dates, the first is always an exam.
  I have two left feet and a new pair of shoes.
  How did the interview go?
  Did the tomatoes survive the frost?
  I dreamt of the sea again.
  You have kind eyes.
  You look as if you know where the good bread is.
  Is that the lighthouse at the northern end?
  I used to live around the corner from there.
  I cannot meet this week, my mother is visiting.
  Take your time, I am not going anywhere.
  I do not mind silence, I am a librarian.
  What are you reading at the moment?
  Wie war dein Tag, hast du die Prüfung geschafft?
  Dein Hund sieht aus, als hätte er heute schon gelacht.
  Ich koche am Sonntag für acht Leute und habe vier Stühle.
  Ich arbeite im Krankenhaus, meistens nachts.
  Welche Musik läuft bei dir beim Putzen?
  Ich spare auf ein Fahrrad, das schneller ist als ich.
  Der Zug hatte vierzig Minuten Verspätung, ich kenne jetzt alle.
  Kannst du mir ein Buch für den Urlaub empfehlen?
  Kannst du mir sagen, wo das Foto entstanden ist?
  Ich brauche dringend Urlaub und ein Stück Kuchen.
  Meine Karte für das Konzert ist endlich da!
  Ich kaufe meiner Nichte ein Fahrrad zum Geburtstag.
  Mein Bruder redet nur noch von Krypto, wir hören höflich weg.
  WhatsApp habe ich schon, aber ich bleibe erst einmal hier.
  Meine Nummer gebe ich erst später, ich hoffe, das ist in Ordnung.
  Treffen wir uns um 19:30 am Brunnen?
  Die Wohnung kostet 950 Euro im Monat, warm.
  Ich bezahle den Kaffee, du den Kuchen.
  Ich habe 1998 Abitur gemacht und seitdem nichts mehr gerechnet.
  Wir sind zu zweit und suchen jemanden für einen Tanzkurs.
  Schreib ruhig, wann du magst, ich habe keine Eile.
  Schick mir doch das Rezept, wenn du es findest.
  Danke für den schönen Abend.
  Ich glaube, wir passen eher als Freunde zusammen.
  Magst du lieber Berge oder Meer?
  Der Zoll hat meinen Käse bewundert.
  Ich gebe Kurse in Töpfern, mit sehr schiefen Schalen.
  Am Wochenende bin ich bei meinen Eltern auf dem Land.
  Deine Zeichnung ist wunderbar.
  Ich lache oft an der falschen Stelle.
  Bonjour, ta photo au marché m'a donné faim.
  Tu préfères le vélo ou le train ?
  Je travaille à l'hôpital, plutôt la nuit.
  J'ai besoin de vacances et d'un bon livre.
  On pourrait se promener le long du canal samedi.
  Mon loyer augmente encore, je vais vivre dans un bateau.
  J'ai acheté deux billets pour le concert, il en reste un.
  Je te paie un café si tu me racontes la suite.
  Mon frère parle de crypto à chaque repas de famille.
  Tu peux m'envoyer la recette de ta grand-mère ?
  Je préfère rester ici encore un peu avant de donner mon numéro.
  Je n'utilise presque plus Instagram.
  Le train de 18h45 était plein de musiciens.
  Je suis née en 1987 et j'aime les vieux films.
  Quelle est la meilleure boulangerie de ton quartier ?
  Merci pour ton message, il m'a fait sourire.
  Nous sommes un couple et nous cherchons des amis pour danser.
  Je prends mon temps, j'espère que cela te va.
  Mon chat a mangé mes devoirs, je suis professeur.
  Dis-moi si la question est trop personnelle.
  Hola, ¿qué tal tu semana?
  Me gusta mucho tu foto en la montaña.
  Trabajo de noche en una panadería.
  Necesito unas vacaciones y un buen libro.
  ¿Tienes hermanos o eres la pequeña?
  Compré una bicicleta y ahora llego antes que el autobús.
  Mi alquiler sube otra vez, qué alegría.
  Te invito a un café si me cuentas esa historia.
  ¿Me mandas la receta cuando puedas?
  Prefiero hablar aquí un poco más antes de dar mi número.
  No uso Instagram, me cansa.
  Mi primo solo habla de criptomonedas, nadie le escucha.
  El concierto empieza a las 21:30.
  Nací en 1990 y todavía colecciono cromos.
  ¿Playa o montaña?
  Gracias por la tarde de ayer.
  Vamos a ver el mar el domingo, ¿vienes?
  Tengo dos gatos y una paciencia enorme.
  Me da un poco de vergüenza escribir primero.
  Creo que buscamos cosas distintas, te deseo lo mejor.
  Ciao, com'è andata la giornata?
  La tua foto al mare mi ha messo allegria.
  Lavoro in ospedale, spesso di notte.
  Ho bisogno di una vacanza e di un buon caffè.
  Ti offro un caffè se mi racconti come è finita.
  Mi mandi la ricetta quando la trovi?
  Hai fratelli o sei figlia unica?
  Preferisco parlare ancora un po' qui prima di dare il numero.
  Mio cugino parla solo di bitcoin, povero lui.
  L'affitto aumenta, ma la vista resta bella.
  Il treno delle 18:40 era in ritardo, come sempre.
  Sono nato nel 1984 e ballo come allora.
  Sabato vado al mercato, vieni anche tu?
  Grazie per la bella serata.
  Hoi, hoe was je dag?
  Je foto op het ijs is prachtig.
  Ik werk in een ziekenhuis, meestal 's nachts.
  Ik heb vakantie nodig, en taart.
  Zullen we zaterdag langs de gracht lopen?
  Ik koop elke maand een plant en de helft leeft nog.
  Stuur je me het recept als je het vindt?
  Ik geef mijn nummer liever wat later, goed?
  De trein van 17:20 was weer te laat.
  Mijn broer praat alleen maar over crypto.
  De huur is 900 euro, maar het uitzicht is gratis.
  Ik betaal de koffie, jij het gebak.
  Bedankt voor de leuke avond.
  Heb je een hond of heeft de hond jou?
`)
