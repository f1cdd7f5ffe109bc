import { linesOf } from './lines.ts'

/**
 * Messages as those write who are after money, sorted by their story; all of our own writing, in
 * English, German, French, Spanish, Italian and Dutch, and longer than openers often are. Written
 * after the rules, and without trying them.
 */
export const stories: Readonly<Record<string, readonly string[]>> = {
  military: linesOf(`
    My unit goes home in three weeks, but leave papers have to be paid by the fiancée. The office will write to you and tell you the amount.
    I am a captain with the peacekeepers near the border. We are not allowed bank accounts here, so could you receive a parcel and pay the courier?
    The army only lets me talk on Google Chat, give me your Gmail and I will explain everything.
    Soldiers here buy their internet with Steam cards. One of 50 would give us a whole month of evenings.
    I keep a metal box with my savings from the mission. I want it safe with you, the diplomat only asks for the shipping.
    Ich bin Major in Syrien und darf hier keine Karte benutzen. Bitte bezahle die Urlaubsgebühr, ich gebe dir alles zurück, wenn ich lande.
    Je suis militaire en mission, mon compte est bloqué jusqu'à mon retour. Peux-tu payer ma permission, c'est 380 euros ?
    Soy sargento en una misión de paz y aquí no puedo usar el banco. ¿Puedes pagar el envío de mi caja?
    Sono un medico militare in Yemen, mi serve il tuo aiuto per pagare il congedo, poi vengo subito da te.
    Ik zit op missie in Mali en mijn verlof moet eerst betaald worden. Kun jij dat voorschieten?
  `),
  romance: linesOf(`
    God put you on my way, I feel it. I only have one worry this week: the landlord gives me until Sunday, and I am 240 short.
    My love, I had booked the flight to you, and now they say the luggage must be paid apart. Can you put 180 on my card?
    I cried the whole night because of you. Buy me a phone credit of 20 so that I can hear your voice tomorrow.
    We are nearly married in my heart. A husband would not let his wife sit in the dark because of an electricity bill.
    I want to come for your birthday. The ticket office holds my seat until tonight, the rest is only 130 pounds.
    You are the only one I can ask. My sister took all I had, and my boy needs his school uniform by Monday.
    Mein Schatz, ich stehe am Flughafen und sie lassen mich ohne 300 Euro Kaution nicht fliegen. Hilf mir, ich bin so nah bei dir.
    Seit ich dich kenne, schlafe ich nicht mehr. Nur die Stromrechnung macht mir Sorgen, kannst du die diesen Monat übernehmen?
    Mon cœur, j'ai pris le billet pour te voir mais il manque 90 euros pour la valise, tu me les avances ?
    Je pense à toi nuit et jour. Ma voiture est en panne et sans elle je perds mon travail, aide-moi pour le garage.
    Mi amor, ya tengo la maleta hecha, solo me falta pagar la tasa del aeropuerto. ¿Me haces una transferencia?
    Tesoro, volevo farti una sorpresa e venire, ma la carta non funziona. Mi fai una ricarica di 70 euro?
    Lieverd, ik wil zo graag bij je zijn. Het ticket is betaald, alleen de borg van 200 euro nog, wil jij die overmaken?
  `),
  coins: linesOf(`
    I used to work in a bank, and I quit when I saw what USDT pays in one night. Shall I walk you through it?
    My aunt reads the market for a big house in Hong Kong. She tells me the node and I press buy, yesterday I made 1,900.
    Do you have an app for coins already? Start with 200, you can take it out whenever you want, I sit beside you the whole time.
    I do not want your money, I want us both to be free. You open the account in your own name and I tell you when to trade.
    Liquidity mining is nothing strange, you keep the coins in your own wallet and get interest every day.
    It was a small profit today, only 640 dollars. I could teach you, you are smart.
    Next Friday there is a new coin, insiders get it for half. I can put your name on the list if you bring 1,000.
    Ich handle nebenbei mit USDT, gestern waren es 820 Euro in zwanzig Minuten. Hast du schon eine Wallet?
    Meine Tante analysiert Kurse für eine Börse. Wenn du 300 einzahlst, zeige ich dir heute Abend den richtigen Moment.
    Le trading m'a tout donné, la maison, la voiture. Si tu veux, je te montre ma plateforme ce soir.
    Mi tío me avisa cuando sube la moneda. Con 250 euros empiezas y yo te guío paso a paso.
    Opero con le criptovalute la sera. Se apri un conto ti dico io quando comprare, ieri ho preso 540 euro.
    Mijn oom zit in de cryptowereld. Begin met 250 euro, ik zeg je precies wanneer je moet verkopen.
  `),
  cards: linesOf(`
    Stop at any shop on your way home, take two Razer Gold cards and show me the back of them.
    I can be with you tonight, but my membership here blocks me. A Vanilla card of 100 would open it, just send a picture.
    It is my son's birthday and he only wants an Xbox card. I would never ask if I had my salary.
    Scratch it carefully and type the numbers here, I will thank you in person.
    For an Apple card of 50 I send you my whole private album, sweet deal?
    Please get me a Sephora gift card, so I know you are serious about me.
    Holst du mir eine Google-Play-Karte an der Tankstelle? Ein Foto von der Rückseite reicht.
    Prends-moi deux tickets PCS au tabac et envoie les chiffres par ici.
    Cómprame una tarjeta de Steam de 50 y raspa el código, cariño, es para hablar contigo.
    Mi prendi una carta Steam dal tabaccaio? Poi mi scrivi i numeri.
    Haal bij de supermarkt een Apple-kaart van 50 voor me en maak een foto van de achterkant.
  `),
  sugar: linesOf(`
    I am looking for a baby to spoil, 2,000 a week, no meeting needed. I only need your bank log-in to make the first deposit.
    Hello pretty, I am a generous gentleman. I pay your debts and you run small errands for me with the money that comes in.
    Your first allowance is ready! Because you are new, the app asks for a clearance fee of 60, then it is released.
    I want to be your sugar mama. Tell me which bank you use, and I send a cheque that you put in by phone.
    Be my sweet girl and you get 700 every Friday. To prove that you are loyal, send 40 first.
    Ich suche ein Sugarbabe und zahle 500 die Woche. Schick mir deine Bankdaten, dann überweise ich sofort.
    Je suis un homme généreux, je t'offre 800 par semaine. Donne-moi ton RIB et je fais le premier virement.
    Busco una chica a quien mimar, 600 a la semana. Pásame tu número de cuenta y te ingreso hoy.
    Cerco una ragazza da viziare, 500 euro a settimana. Mandami il tuo IBAN e ti faccio il bonifico.
    Ik zoek een sugarbaby en betaal 600 per week. Stuur je rekeningnummer, dan maak ik het vandaag over.
  `),
  verification: linesOf(`
    Before we meet I need to know that you are no criminal. Get the free dating pass at safe-date-id.site, it takes two minutes.
    The hotel asks both of us for a meet-up ID. Mine is done, do yours here: www.meet-secure.example/verify
    I had a bad experience, so I only meet verified men. Sign up with your card, nothing is charged: http://hookup-badge.click/me
    Type the six digits that you get by SMS now, then I see that you are real.
    I sent you a code by mistake, please read it to me, my phone has no signal.
    Go to datingshield.online and enter my code LENA7, then you can see my address.
    Bevor wir uns treffen, brauche ich deine Sicherheits-ID von date-sicher.online, das ist kostenlos.
    Fais d'abord ta vérification sur rencontre-sure.site, c'est gratuit et après je te donne mon adresse.
    Primero verifica tu edad en cita-segura.click con tu tarjeta, no cobran nada.
    Prima di vederci devi fare la verifica su incontri-sicuri.online, bastano due minuti.
    Doe eerst de gratis check op veilig-daten.online, dan stuur ik je mijn adres.
  `),
  customs: linesOf(`
    My parcel for you is on the way, there are a watch, a phone and 20,000 in cash. The agent will ask for a stamp fee, please pay it.
    The delivery company says the box was scanned and they want 450 for a clearance certificate before noon.
    I sent you flowers and a laptop. DHL keeps it because of a tax of 85, you only have to settle that.
    They hold the trunk in Istanbul. It is our future in there, and it hangs on a fee of 600.
    Mein Geschenk für dich liegt beim Zoll fest, du musst nur 120 Euro Gebühr zahlen, dann kommt es morgen.
    Ton colis est à la douane, il faut régler 75 euros de frais et il est chez toi demain.
    Tu paquete está en la aduana, hay que pagar 90 euros de tasas y mañana lo tienes.
    Il pacco che ti ho spedito è fermo in dogana, bisogna pagare 110 euro e arriva domani.
    Je pakketje ligt vast bij de douane. Betaal de 95 euro inklaring en je hebt het morgen.
  `),
  medical: linesOf(`
    The doctors will not begin before somebody signs for the bill. I am so scared, please help me with whatever you can.
    My mother had a stroke this morning. The ambulance wants to be paid in cash here, 170 is what I am missing.
    I had an accident on the way to you, I am in a clinic and they took my passport until I pay.
    Without the medicine my son gets fits at night. It costs 65, I would give you my ring as a pledge.
    I need an operation on my eye and the insurance has left me alone. Could you be my angel and lend 400?
    Meine Tochter muss operiert werden, mir fehlen noch 350 Euro, und ich weiß nicht, wen ich sonst fragen soll.
    Je suis à la clinique après un accident et ils demandent une caution de 250 euros, tu peux m'aider ?
    Mi madre está ingresada y no me llega para las medicinas, ¿me puedes mandar 120 euros?
    Ho avuto un incidente e la clinica vuole essere pagata prima. Mi puoi mandare qualcosa?
    Mijn zoontje ligt in het ziekenhuis en ik kom 160 euro tekort voor de medicijnen, kun je helpen?
  `),
  away: linesOf(`
    This site eats my messages. My friends all have me on Viber, same name as here, come over.
    I delete this profile on Sunday. Leave me your e-mail, then I do not lose you.
    Search for lonelyrose_27 on the yellow ghost app, you will not be sorry.
    I answer within a minute on Signal, here perhaps once a week. What is your number?
    Look me up on the blue bird app or the paper plane one, my name is the same there.
    Come to my cam room tonight, it is free for you: rosy.live/room7
    My manager reads along here, so write to me at mia.private at outlook dot com
    Do you have WeChat? I find it more private than this.
    Hier sind mir zu viele Neugierige, hast du Threema oder Signal?
    Ich lösche mich hier morgen. Schreib mir an sonnenkind77 ät gmx punkt de
    J'efface mon profil ce soir, laisse-moi ton numéro et je t'appelle.
    Je suis plus souvent sur Snap, cherche-moi, c'est le même pseudo qu'ici.
    Aquí no me llegan los avisos, mejor por WhatsApp, ¿cuál es tu número?
    Qui mi scade l'abbonamento stasera, lasciami il tuo numero e ti scrivo io.
    Mijn abonnement loopt vanavond af, geef me je nummer dan app ik je.
  `),
  coach: linesOf(`
    I am a certified life and wealth coach. My last three students bought houses, your first lesson is on me.
    Do not work for money, let money work for you! I have two places left in my Friday group, the entry is only 150.
    My mentor takes a small percentage, you need to do nothing but deposit and watch it grow.
    With my system you get back what you put in within ten days, guaranteed, I can show you the papers.
    A lady like you should not count coins. Our forex team manages accounts from 500 upwards.
    Ich coache Frauen zu finanzieller Freiheit. Mit 500 Euro Einlage bist du dabei, das Geld arbeitet dann für dich.
    Je suis coach en investissement, mes élèves gagnent 1000 par semaine, il reste une place pour toi.
    Soy asesora de inversiones, con 300 euros de entrada duplicas en un mes, te lo garantizo.
    Sono un consulente, il mio gruppo raddoppia il capitale in due settimane, entri con 250 euro.
    Ik ben beleggingscoach en heb nog één plek. Je legt 500 in en haalt er elke week 150 uit, gegarandeerd.
  `),
  blackmail: linesOf(`
    I recorded our call. 400 by tonight, or your colleagues get the link.
    I have your wife's number and your pictures side by side on my desk. What is that worth to you?
    Pay me 250 in bitcoin and I delete everything. You have two hours, I am not joking.
    Do you want your daughter to find this video? Then be reasonable and send the 300.
    I found your employer, he has a lovely page. One click and he gets our chat, unless you pay.
    Ich habe alles gespeichert. 500 Euro bis heute Abend, sonst bekommt deine Frau die Bilder.
    J'ai la vidéo et la liste de tes amis. Tu paies 300 euros ou je l'envoie à tout le monde.
    Tengo tus fotos y los contactos de tu familia. Págame 200 o las mando todas.
    Ho registrato tutto. Se non paghi 300 euro entro stasera lo vede tutta la tua famiglia.
    Ik heb de opnames. Betaal 350 euro of je vrouw krijgt ze vanavond.
  `),
  deposit: linesOf(`
    I am free tonight in the city. I take a deposit of 50 first, the rest when we meet, you can pay by Paysafe.
    An hour is 150, and to be sure you come I need 30 ahead, I have had too many jokers.
    My driver brings me to you, but he must be paid before he starts. Send 40 and I am with you in half an hour.
    For new friends my agency needs an insurance of 200, you get it back at the door.
    I love older men. Pay the booking on my page and then you get my address.
    Ich komme heute noch zu dir, brauche aber vorher 50 Anzahlung, zum Beispiel als Paysafecard.
    Je me déplace chez toi ce soir, il faut juste un acompte de 40 euros par Transcash.
    Voy a tu casa esta noche, pero primero me haces un Bizum de 30 de reserva.
    Vengo da te stasera, mi serve un anticipo di 50 euro sulla Postepay per la prenotazione.
    Ik kom vanavond naar je toe, maar ik vraag een aanbetaling van 40 via Tikkie.
  `),
}

/** Written once the rules found the stories, and tuned on then. */
export const moreScams: readonly string[] = linesOf(`
  I only need someone to hold my hand through this: the bailiff comes on Tuesday and I still have to find two hundred.
  Baby if you top up my Vodafone I can call you all weekend.
  Our ship docks in Rotterdam soon. Before that the company wants a bond, and I thought of you.
  There is an auction house that multiplies deposits, my colleague took out nine thousand last month, I can send you the invitation.
  Would you receive a transfer for me? You keep ten percent and forward the rest.
  Please help a single mother, anything you can spare, my PayPal is in my bio.
  I would love to cook for you, but my fridge is empty until Friday, could you send a little for groceries?
  You pay the room online with my link and I wait for you upstairs.
  I have proof of what you wrote. Your boss would be very interested, so think about 600 before midnight.
  It's easier on Telegram, look for angel_blue99
  Hey stranger, reach me at 07 700 900 456, I do not get notifications here
  I am Dr. Peterson with UNICEF in Kabul, my replacement can only come if a relative signs and pays the release form of 700.
  A friend gave me a tip on a new token, put in just fifty and see what happens, I did it with my whole salary.
  Could you order me a phone on your contract? I will pay every month, promise.
  My dog was run over and the vet will not treat him unless I leave 150 as security. I am begging you.
  Use the code BELLA at myprivatevideos.club and we can see each other
  Ich hätte da ein Investment, das dir jeden Monat 8 Prozent bringt, ganz ohne Risiko. Interesse?
  Könntest du mir bis Montag mit 80 Euro aushelfen? Mir ist das furchtbar unangenehm.
  Kauf mir bei Amazon den Gutschein und schick mir das Foto, dann glaube ich dir.
  Schreib mir auf Insta, ich heiße dort mila_meer
  Tu pourrais me dépanner de 60 euros jusqu'à la fin du mois ? Je suis gênée de demander.
  Mon conteneur est bloqué au port, dès qu'il est libéré je te rembourse le double.
  Ajoute-moi sur Snap, c'est lili.rose
  Mi hermana necesita un tratamiento y me faltan 200 euros, eres mi única esperanza.
  Te enseño a ganar dinero desde el móvil, yo saco 300 al día.
  Sono bloccata in stazione, mi fai un Postepay da 40 euro?
  Conosci il trading automatico? Il mio bot mi porta 100 euro al giorno.
  Zou je mij kunnen helpen met 75 euro? Volgende week krijg je het terug.
  Ik verdien 200 per dag met een app, ik stuur je de link.
  Kom naar Telegram, daar heet ik zoete_lise
`)

/** Written last, measured once, and never tuned on. */
export const lastScams: readonly string[] = linesOf(`
  Honey my landlady locked me out tonight, I sleep in the bus station unless somebody covers two weeks of rent.
  I sold my necklace for our ticket and there are still 95 to go.
  My commander agreed to let me leave if my next of kin files the request, it is 520 dollars, I pay you back at the gate.
  The UN doctor needs your name as beneficiary, the lawyer fee is shared between us.
  I have been trading gold with an assistant since spring. Let me add you, minimum is 100.
  You never heard of staking? You lend your coins out and get 3 % a day, I will send screenshots.
  Get a Nike card from the petrol station, whisper me the digits and I am all yours.
  I can't receive money in this country. Can your account take 4,000 for a week? You get 400 for the favour.
  Verify yourself at adult-pass.link before I give you the street.
  Your profile was chosen for a gift of 500, to release it confirm your card.
  My suitcase is with customs in Madrid and the officer takes only cash, 160.
  The pharmacy gave me until six, my inhaler is forty euros, I am ashamed to write this.
  My number is 0 7 7 0 0 9 0 0 5 5 5, ring me tonight
  I am leaving this app today, my Insta is lola.blanca_
  I make videos calls on Skype only, ask for live:ladyrose
  Join my free masterclass, you will quit your job in sixty days.
  My team leader turned 250 into 4,000 in a month, I can introduce you.
  Everything you showed me is saved. 200 now or it goes to your mother.
  Nice family you have. It would be sad if they saw you yesterday. 350, bitcoin, you know how.
  I visit you for 120, half of it now by Revolut as a sign of trust.
  To reserve the evening please leave 25 through my site.
  Ich sitze in Mailand fest, mein Geldbeutel wurde geklaut. Leihst du mir 150 für die Heimfahrt?
  Ich brauche jemanden, der eine Überweisung für mich annimmt, du behältst zehn Prozent.
  Mit meinem Bot verdienst du im Schlaf, ich schicke dir den Link.
  Anruf am besten unter null eins sieben sechs, vier vier drei zwei eins null neun
  Hol mir bitte einen Zalando-Gutschein, dann schicke ich dir mehr Bilder.
  Mon fils a besoin de lunettes et je n'ai pas un sou, tu pourrais m'avancer 70 ?
  Inscris-toi avec mon lien sur la plateforme, tu reçois 50 euros et moi aussi.
  Je préfère Telegram, cherche camille_nuit
  Me han robado en el metro, ¿me haces un Bizum de 45 para volver a casa?
  Apúntate a mi grupo de señales, ayer sacamos 600 euros.
  Mia madre sta male e non ho i soldi per il viaggio, mi aiuti con 90 euro?
  Ti passo il contatto del mio broker, io ho già ritirato 2.000 euro.
  Mijn portemonnee is gestolen, kun je een Tikkie van 35 voor me betalen?
  Ik heb een tip voor een munt die volgende week verdubbelt.
  Zoek me op Snap, ik heet daar lotte_lief
`)
