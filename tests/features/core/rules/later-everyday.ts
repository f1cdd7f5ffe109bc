import { linesOf } from './lines.ts'

/**
 * Messages of every day, all of our own writing, in the same languages as the others. Many speak of
 * money, telephones, journeys, gifts and other apps as people do who want nothing. Written after
 * the rules, and without trying them.
 */
export const laterEveryday: readonly string[] = linesOf(`
  I got paid today, so tonight there is cheese on the toast.
  My salary goes to rent, oats and the dog, in that order.
  I owe my flatmate twelve pounds and a new frying pan.
  We split everything at home, even the good chocolate.
  The divorce cost me a house, but I kept the cat.
  I am paying off my student loan until roughly the year of my retirement.
  I sold my car and have not missed it once.
  Somebody paid for my coffee this morning and I have been smiling since.
  The deposit for the flat is gone, but now I have a balcony.
  I am careful with money, my father had a shop and it rubs off.
  I would rather spend it on trains than on shoes.
  My accountant says I should stop buying lamps.
  I found twenty euros in my winter coat and felt like a queen.
  The bill was wrong in our favour, and of course you told them. I liked that.
  Let me get the next round, you drove.
  You paid last time, so this one is on me, no discussion.
  I do not mind who pays, as long as nobody makes a show of it.
  We could go halves on the parking.
  I lost a bet and now have to cook for nine people.
  The tax office wrote, and for once it was good news.
  Since the raise I buy the flowers that last.
  I work for a charity, so no, I will never be rich.
  I spent far too much at the book fair again.
  My bank has a queue, a plant and one very tired man.
  I changed banks and the new card is bright orange.
  They blocked my card because I bought petrol abroad, half a day on the phone.
  I count in slices: that jacket is worth forty pizzas.
  I used to sell insurance. I apologise to everybody.
  My pension will be a shed and a good radio.
  The lottery? My mother plays, she won a kettle in 1996.
  I put a little aside each month for Iceland.
  The wedding was cheap and wonderful, the marriage less so.
  I gave up my flat in town, it ate my salary.
  Raising two teenagers means running a small restaurant for free.
  My last date asked what I earn before he asked my name.
  I am an auditor, so I check the bill twice, sorry in advance.
  The kitchen cost as much as a car and has fewer wheels.
  I invested in good boots, that is the whole portfolio.
  My nephew is saving for a drone and charges me for washing up.
  The plumber came, sighed, and took ninety.
  I would love to travel first class once, only for the blankets.
  I have a jar for coins, and in it mostly buttons.
  The ferry was full, so we slept on deck under a tarpaulin.
  I missed my connection in Lyon and met the nicest baker.
  I fly to my sister in June, she has a baby and a swimming pool.
  My passport picture looks like a warning.
  I was at the airport at five, so excuse my spelling.
  They lost my suitcase, I wore a friend's jumper for four days.
  The visa for India took longer than the trip.
  I have been to forty stations and one beach.
  We drove to the coast without a map, and back with a puppy.
  Is the ticket office still in that little wooden house?
  I booked a cabin for May and only afterwards looked where it is.
  My flight is delayed again, tell me something nice.
  The bus driver waited for me. Faith in people restored.
  I travel for work, mostly to places with one hotel and a roundabout.
  Have you ever taken the night ferry? The breakfast alone is worth it.
  I would like to see Lisbon again, this time with better shoes.
  I came back from Kenya with malaria tablets and a wonderful friendship.
  My daughter studies in Ghana, we talk on Sundays.
  I was born in Nigeria and grew up in Leeds, ask me anything about both.
  I spent a year on an oil rig as a cook. The sea makes people hungry.
  I was in the army for six years, and now I bake.
  My brother is a soldier and writes terrible postcards.
  I am a nurse at a military hospital, the shifts are long and the jokes are dark.
  I do logistics, so I know where your parcel is, in theory.
  The parcel came back for the third time, the neighbour and I are friends by now.
  Customs opened the box of spices and sneezed.
  I ordered a chair and got two. Do you need a chair?
  I am waiting at home for a delivery, so I have all the time in the world.
  The courier asked whether the dog signs.
  My phone is old and takes pictures like a painter.
  I dropped my phone in the lake, so I read your message a day late.
  I am not glued to my phone, do not worry if I answer in the evening.
  My screen is cracked and you look like a mosaic. A handsome one.
  Battery at three percent, so: yes, gladly, Thursday!
  I hate telephoning, but I would make an exception one day.
  My mother calls every evening at seven, nothing can be done.
  The reception out here is one bar when the wind is right.
  I switched my phone off for the weekend and heard birds.
  I still have a landline, mostly for the dentist.
  My son set my ringtone to a goat and I cannot change it.
  I typed all that on the tram with cold fingers, forgive me.
  Voice messages make me blush, but yours was lovely.
  I will call the restaurant and ask for the table by the window.
  Did you hear that the old telephone box is a library now?
  I deleted most of my apps in January and feel better for it.
  I only know TikTok from my pupils.
  My sister put me on Facebook and I have been hiding ever since.
  I watched a film about hackers and changed all my passwords.
  I left Twitter, it made me shout at the toaster.
  The running app says that I am slow but regular.
  I learn Italian with an app, it insists that the bear drinks wine.
  I follow a woman on Instagram who paints only pears.
  I have never understood Snapchat, and at my age I stopped trying.
  My choir organises itself in a WhatsApp group with 214 unread messages.
  I would rather stay in this chat for a while, it is calmer.
  No other apps for me, thank you, one is enough to forget to answer.
  I am happy to write here until we have met.
  My work e-mail is full, my private one is fuller.
  Somebody hacked my account last year, since then I am careful with links.
  I block people who send me links, it saves time.
  The game on my tablet wants a card number to plant a carrot. It got none.
  My grandson explained the cloud to me. I nodded.
  I code for a living, mostly I delete what others coded.
  Podcasts have ruined me for silence.
  I bought my father a gift voucher for a barber, he took it badly.
  What do you give somebody who has everything and wants nothing?
  I knitted you... no, I knitted somebody a scarf, but it could have been for you.
  My best gift was a map with pins in it.
  I give books with my name in them so that they come back.
  She gave me a plant as a goodbye. It is doing better than we did.
  I wrapped forty presents today for the school fair.
  Thank you for the card, it is on the fridge.
  A friend gave me tickets to the opera, and I know nothing about opera. Come along and explain?
  I collected stamps as a child, now I collect excuses.
  I got an Easter egg from a customer, at my age!
  For my fortieth they gave me a goat. It lives with my cousin.
  The florist knows me by name, I only buy for my own table.
  I am terrible at surprises, my face says everything.
  My surgery went well, I walk like a pirate but I walk.
  I volunteer at the hospital radio, requests welcome.
  My mother is in a home and tells me the same story, it gets better each time.
  I had an operation on my knee in spring, dancing is allowed again.
  I am a vet. Yes, I will look at your cat. No, not by photo.
  My asthma and I prefer the sea.
  The dentist said well done and I floated home.
  I lost my dad last year. Some days are quieter than others.
  I have diabetes, so cake is a negotiation.
  I do not drink any more, three years in March.
  My son has autism and a wonderful sense of order.
  I look after my aunt on Wednesdays.
  I sprained my ankle in the most boring way possible.
  The doctor prescribed walks. Would you help me take my medicine?
  I donate blood every quarter, mainly for the biscuits.
  I was anxious before writing to you, and now it feels easy.
  I see a therapist, highly recommended, not only in crises.
  I am a trainer, so people think I eat only seeds. I eat cake.
  My coach at the rowing club is eighty and shouts like thirty.
  I teach people to speak in public, and I am shy in private.
  I train for a half marathon, which is a quarter too much.
  My mentor at work retired and left me her plant and her stapler.
  I work in a bank, in the basement, with the old papers.
  I trade plants with the neighbours, two tomatoes for a rhubarb.
  My platform shoes gave up in the middle of the dance floor.
  The exchange student from Peru taught us all to cook.
  I mine for compliments, as you may have noticed.
  I have an apartment with a view of a wall. It is a good wall.
  I rent a garden with a hut, the hut has no door.
  My landlord is eighty-six and leaves soup at my door.
  The heating failed, so I write to you in a hat.
  I moved four times in five years and own eleven boxes.
  The roof leaks, the piano is fine, priorities.
  I live with two friends and a ghost who closes windows.
  We had a power cut and played cards by candle.
  My electricity bill frightened me into reading by the window.
  I would like a house with a door to the garden, that is all.
  I restored an old boat and now I have no money and a boat.
  Do you want to see the pictures from the walk? I will put them on my profile.
  Your third photo, is that in the botanical garden?
  I took a new picture today, the old one flattered me.
  I look less serious than in my photos, ask anybody.
  That is not my dog in the picture, I only wish it were.
  I have no picture with a fish, I hope that counts for me.
  The photo was taken by my ex, she has a good eye, to be fair.
  I never know where to look in pictures.
  I am verified, the pose was ridiculous.
  I liked that you wrote how old the photos are.
  The code in our house is my birthday, which nobody remembers.
  I forgot the code for my bike, so it lives at the station now.
  Your message came just when I had given up on this week.
  I read it twice and then made tea.
  Sorry for the long silence, work swallowed me.
  I should have written earlier, I simply did not know how to begin.
  You ask good questions, I had to think.
  I write slowly because I mean it.
  That made me laugh in a meeting, thank you for that.
  I like how you describe your grandmother.
  Short answer: yes. Long answer: yes, with cake.
  Tell me three things that you like about your town.
  Where would you take somebody who has two hours to change trains?
  If you could keep only one record, which one?
  What is your opinion on pineapple, since we have to settle this early?
  Are you a lark or an owl?
  What were you like at school?
  What do people misunderstand about your work?
  What did you want to be at eight years old?
  Do you sing in the car?
  What is the oldest thing you own?
  Which smell takes you home?
  Have you forgiven the person who ate your sandwich?
  What would your friends warn me about?
  Do you believe people change?
  Who taught you to cook?
  Do you have a word that you always misspell?
  When did you last dance?
  I fix bicycles at the weekend, for love and biscuits.
  I sing alto, which means that nobody hears me, until I am missing.
  My garden is a jungle with a chair in it.
  I bake bread when I am sad, the neighbours know by the smell.
  I restore chairs, my flat is full of three-legged ones.
  I swim in the lake until October, then I only talk about it.
  I play chess in the park with men who hum.
  I am learning to sail and mostly learn to swim.
  I go to auctions and buy nothing, it is theatre.
  I play the tuba, so I need a partner with patience or thick walls.
  I read the ends of books first, now you know.
  I like museums with bad lighting and good benches.
  My herb garden consists of mint. It won.
  I have run the same route for nine years and greet each tree.
  I make films with my pupils, last year's had a dragon.
  I work at the zoo, and yes, I have a favourite.
  I am a paramedic, so forgive me if a plan falls through.
  I drive a tram. The bell is the best part.
  I am a beekeeper, small talk is easy with me: bees.
  I teach the violin to six-year-olds, and I wear earplugs.
  I clean windows, I know this city by its curtains.
  I am a judge, in a small court, mostly about hedges.
  I am between jobs, and between pages of a very good novel.
  I translate manuals for washing machines, the poetry is all mine.
  I am a widow, and it took me some courage to be here.
  I have been divorced for three years, and we are kind to one another.
  My ex and I share the dog, alternate weeks.
  I am separated, not yet divorced, and prefer to say it at the start.
  My wife and I have an open marriage, I would rather be clear about that.
  We have been together for eleven years and both read these messages.
  I am bi and tired of explaining it, thank you for not asking.
  I want children, perhaps, with the right person. You?
  My children come first, the first Sunday is theirs.
  I am looking for company, not for a project.
  I am not looking for anything serious, I hope that is all right to say.
  I would like to find something that lasts, without hurry.
  I am polyamorous, happy to answer questions.
  I prefer to meet early, writing makes me invent people.
  A short walk first? Then we both can flee politely.
  I always tell a friend where I am on a first date, I hope you do too.
  Let us meet at the museum café, it is bright and full of aunts.
  Do you know the bar with the green door? Friday at eight?
  Thursday does not work, Tuesday would be lovely.
  I can be there from six, look for the woman with the red umbrella.
  I am the one who looks lost, with a blue rucksack.
  Shall we take the 14:05? Then we have time for the castle.
  I have to be home by eleven, the babysitter is strict.
  If it rains we go to the aquarium.
  I booked a table for two under my terrible surname.
  I cannot wait to see whether you really laugh like that.
  I am nervous, in the good way.
  I got home safely, thank you for asking.
  It was lovely, and I would like to do it again.
  You talk with your hands, I noticed that first.
  I forgot my scarf at yours, keep it warm.
  I thought about what you said, about your brother.
  I do not think that we fit, but I enjoyed the evening, truly.
  I met somebody and want to see where it leads. Take care of yourself.
  I need a few days to think, is that all right?
  No hard feelings, I wish you well.
  You do not need to explain, a no is enough.
  I felt a bit rushed on Friday, could we go slower?
  I would like to stop here, all the best to you.
  I am sorry that I was short yesterday, it had nothing to do with you.
  You were right about the film, I was wrong, it hurts.
  I misread your message, and then I felt silly.
  I was ill, now I am only lazy.
  Good luck for tomorrow, I will think of you at nine.
  Sleep well, and dream of something without deadlines.
  Happy birthday! May the cake be large.
  How is your mother, did the results come?
  Did you find your keys?
  And, did the roof hold?
  Tell me about the wedding, did your uncle dance?
  I passed! I drive now, beware.
  I did not get the job, and I am strangely relieved.
  First day without the cast, I scratched my leg for an hour.
  The neighbours have drums now.
  My tomatoes have names, do not judge.
  There is a fox behind our office and everybody talks softly.
  It snowed, and the whole street forgot how to park.
  Somebody has tied wool flowers to every lamp post here.
  I burned the soup. Who burns soup?
  The choir sang so badly that we all laughed, even the conductor.
  I made jam, eleven glasses, and I live alone.
  My cat has decided that you are a sound, she looks up when it pings.
  The exam is over, I can read for pleasure again.
  I have the week off and no plan at all.
  My shifts changed, so I am free on Mondays now.
  I volunteer at the food bank on Saturdays.
  We collect for a new roof for the club, with a cake sale, naturally.
  I send my godchild in Peru a letter every month.
  I lent my neighbour the ladder in spring. It is autumn.
  My friend borrowed my tent and brought it back with sand from three countries.
  I transferred to the Bristol office, the tea is better.
  I bought a lottery ticket with your birthday... just kidding, I do not know it.
  My cousin wants to get rich with an app, he is still at my mother's.
  There was a man on the train who explained blockchain to a pensioner for two hours. She slept.
  I think the fuss about coins on the internet will pass like hula hoops.
  My colleague lost his savings to some trading site, it is so sad.
  A friend of mine was asked for gift cards by a stranger online. She laughed and reported him.
  I was scammed once, two years ago, so I am slow to trust. It is not about you.
  Please be patient, I only give out my number after a first coffee.
  I do not give my address to anybody before we have met a few times.
  Somebody here asked me for money for a flight. I blocked him, what a pity for humanity.
  If you ever ask me for a voucher I will know you were a robot all along.
  My pupils are collecting for the museum trip, they sell lemonade at two euros.
  I would pay good money to see that again.
  That is worth its weight in gold.
  I do not buy it, tell me the real story.
  My two cents: take the red one.
  You can bank on me for Saturday.
  That joke was priceless, and I want a refund.
  A penny for your thoughts.
  I owe you an apology and a biscuit.
  He is rich in cousins.
  It costs nothing to say hello, I thought, and here I am.
  We had a quiz and I knew only the capital of Mongolia.
  My number at the pottery class was 33, and my vase looks like it.
  I wear size 43, which limits my dancing.
  The museum has 12,000 beetles, and I looked at each.
  I have 3 brothers, 2 sisters and 17 cousins.
  We climbed 1,200 metres and met a cow.
  I am 1.82 when I do not slouch.
  Open from 9 to 17, closed on Mondays, like me.
  The lift holds 8 people or 630 kilos, we were 9 with a cello.
  My grandmother turned 97 on the 14th of March 2024.
  I did the crossword in 23 minutes, a record.
  My train is the 7:52, carriage 21, seat 64.
  Room 204, third floor, the window with the cactus.
  The recipe needs 250 grams of butter, and no questions.
  I walked 21,340 steps today, all of them in the wrong shoes.
  Score was 4:2, I was the 2.
  I live at the end of line 6.
  Born in 1979, tired since 2004.
  Um ehrlich zu sein, habe ich drei Tage an diesem Satz gesessen.
  Ich habe heute mein Gehalt bekommen und mir Blumen gekauft.
  Die Miete in dieser Stadt ist ein Roman für sich.
  Ich zahle noch das Auto ab, das ich kaum fahre.
  Mein Konto und ich, wir schweigen uns gerade an.
  Beim nächsten Mal lade ich dich ein, du warst gestern dran.
  Wir können gern getrennt zahlen, das ist mir lieber.
  Ich habe auf dem Flohmarkt zehn Euro ausgegeben und bin glücklich.
  Mein Handy ist alt, die Fotos sehen aus wie gemalt.
  Ich telefoniere ungern, aber mit dir würde ich es irgendwann versuchen.
  Mein Akku ist gleich leer, ich schreibe dir heute Abend in Ruhe.
  Ich war am Wochenende ganz ohne Handy im Wald.
  Ich bleibe lieber noch eine Weile hier im Chat, wenn du magst.
  Instagram habe ich gelöscht, seitdem lese ich wieder.
  Meine Chorgruppe auf WhatsApp hat heute 90 Nachrichten, alle über Kuchen.
  Meine Schwester hat mir Telegram eingerichtet, ich finde es nicht wieder.
  Ich gebe meine Adresse nicht gleich heraus, bitte versteh das.
  Ich bin einmal auf einen Betrüger hereingefallen und seitdem vorsichtig.
  Hier hat mich neulich jemand nach Gutscheinen gefragt, den habe ich gemeldet.
  Ich schenke am liebsten Selbstgekochtes.
  Zum Geburtstag bekam ich einen Gutschein für einen Fallschirmsprung. Willst du ihn?
  Ich habe meiner Oma ein Tablet erklärt, wir leben noch.
  Mein Flug hat Verspätung, erzähl mir etwas.
  Ich fliege im Juni zu meiner Tante nach Kanada.
  Der Koffer kam zwei Tage nach mir an.
  Für das Visum brauchte ich mehr Geduld als Papiere.
  Ich war acht Jahre bei der Bundeswehr und backe jetzt Brot.
  Ich bin Ärztin und komme oft zu spät, es tut mir jetzt schon leid.
  Meine Mutter wurde operiert, es geht ihr gut.
  Ich pflege meinen Vater am Wochenende.
  Mein Knie ist wieder heil, tanzen wir?
  Das Paket ging dreimal zurück, der Bote und ich duzen uns.
  Ich arbeite beim Zoll, und nein, ich darf nichts behalten.
  Mein Cousin hält Bitcoin für eine Religion.
  Ich investiere in gute Schuhe.
  Ich handle mit alten Schallplatten, reich wird man davon nicht.
  Mein Trainer sagt, ich laufe wie ein Klappstuhl.
  Ich bin Lehrerin und korrigiere gerade Aufsätze über Wale.
  Wollen wir am Fluss spazieren gehen, wenn es trocken bleibt?
  Ich bin die mit dem gelben Fahrrad.
  Um sieben am Bahnhof, unter der Uhr?
  Ich muss um elf zu Hause sein, der Hund wartet.
  Danke, dass du gefragt hast, ich bin gut angekommen.
  Ich glaube, wir suchen Verschiedenes, ich wünsche dir alles Gute.
  Das ging mir am Freitag etwas zu schnell, können wir langsamer machen?
  Ich möchte es dabei belassen, sei mir nicht böse.
  Du hast eine schöne Art zu schreiben.
  Worüber hast du zuletzt laut gelacht?
  Was riecht für dich nach Zuhause?
  Welches Lied kannst du auswendig?
  Meine Katze hat sich auf deine Nachricht gesetzt.
  Ich habe Marmelade gekocht, elf Gläser, ich lebe allein.
  Ich bin 1979 geboren und kann immer noch kein Rad schlagen.
  Wir waren 14 Leute, 2 Zelte und ein Regenschirm.
  Der Zug um 6:41 kennt mich besser als meine Nachbarn.
  Ich bin verwitwet, und es hat mich Mut gekostet, hier zu sein.
  Mein Mann weiß davon, wir führen eine offene Ehe.
  Ich mag keine Eile, weder beim Essen noch sonst.
  Erzähl mir von deinem Garten.
  Ist das auf dem dritten Bild der Leuchtturm von Warnemünde?
  Mein Foto ist vom Sommer, inzwischen trage ich Bart.
  J'ai été payée aujourd'hui, alors ce soir c'est fromage.
  Mon loyer avale la moitié de ma paie, mais la vue est belle.
  La prochaine fois c'est moi qui invite, pas de discussion.
  On partage l'addition, ça me va mieux.
  J'ai trouvé vingt euros dans mon manteau, grande journée.
  Ma banque a fermé, il reste un distributeur et un chat.
  J'économise pour voir l'Islande un jour.
  Mon téléphone est tombé dans la soupe, il sent le poireau.
  Je n'aime pas téléphoner, mais ta voix me rend curieux.
  Plus de batterie, je te réponds ce soir au calme.
  Je préfère qu'on parle ici encore quelque temps.
  J'ai quitté Facebook et retrouvé mes soirées.
  Le groupe WhatsApp de la chorale compte 80 messages sur un gâteau.
  Je ne comprends rien à Snapchat, j'ai quarante-sept ans.
  Je suis prudente avec les liens depuis qu'on a piraté mon compte.
  Quelqu'un m'a demandé une carte cadeau ici, je l'ai signalé aussitôt.
  J'ai offert une plante à ma voisine, elle m'a offert du silence.
  Le plus beau cadeau, c'était une carte de la Bretagne avec des épingles.
  Mon vol a deux heures de retard, raconte-moi quelque chose.
  Ma valise est arrivée deux jours après moi.
  J'ai passé un an sur un bateau comme cuisinier.
  Mon frère est militaire et écrit des cartes illisibles.
  Je suis infirmière, mes horaires sont un poème.
  Ma mère s'est fait opérer, tout va bien.
  Mon genou est réparé, on danse ?
  Le colis est revenu trois fois, le facteur et moi sommes amis.
  Mon cousin ne jure que par le bitcoin, il vit chez sa mère.
  J'ai investi dans de bonnes bottes, c'est tout mon portefeuille.
  Mon entraîneur dit que je nage comme une armoire.
  Je donne des cours de dessin le mercredi.
  On se retrouve sous l'horloge à sept heures ?
  Je serai celle avec le parapluie rouge.
  Je suis bien rentrée, merci d'avoir demandé.
  Je crois qu'on ne cherche pas la même chose, bonne route à toi.
  C'était un peu rapide pour moi vendredi, on peut ralentir ?
  Un non suffit, tu n'as pas à expliquer.
  Qu'est-ce qui t'a fait rire cette semaine ?
  Quelle odeur te ramène chez toi ?
  Mon chat s'est couché sur ton message.
  Je suis veuf, et il m'a fallu du courage pour venir ici.
  Mon mari est au courant, nous sommes un couple libre.
  Le train de 7h52 me connaît mieux que mes voisins.
  Nous étions douze, deux tentes et un parapluie.
  C'est le phare sur ta troisième photo ?
  J'ai fait de la confiture, onze pots, et je vis seul.
  Hoy me han pagado, así que esta noche hay queso.
  El alquiler se lleva medio sueldo, pero tengo balcón.
  La próxima vez invito yo, sin discutir.
  Pagamos a medias, me siento mejor así.
  Encontré veinte euros en el abrigo y me sentí rica.
  Ahorro un poco cada mes para ver Islandia.
  Se me cayó el móvil en la sopa y ahora huele a puerro.
  No me gusta hablar por teléfono, pero contigo haría una excepción algún día.
  Me queda un tres por ciento de batería: sí, el jueves.
  Prefiero seguir por aquí un tiempo, es más tranquilo.
  Borré Facebook y recuperé mis tardes.
  El grupo de WhatsApp del coro lleva 80 mensajes sobre una tarta.
  No entiendo Snapchat, tengo cuarenta y siete años.
  Alguien aquí me pidió una tarjeta regalo y lo denuncié.
  Le regalé una planta a mi vecina y ahora me saluda.
  Mi vuelo va con retraso, cuéntame algo.
  La maleta llegó dos días después que yo.
  Trabajé un año de cocinera en un barco.
  Mi hermano es militar y escribe postales malísimas.
  Soy enfermera, mis turnos son un poema.
  Operaron a mi madre y está muy bien.
  Ya tengo la rodilla nueva, ¿bailamos?
  El paquete volvió tres veces, el cartero ya es de la familia.
  Mi primo cree en el bitcoin como otros en los santos.
  He invertido en unas buenas botas, esa es toda mi cartera.
  Mi entrenador dice que nado como un armario.
  ¿Quedamos debajo del reloj a las siete?
  Seré la del paraguas rojo.
  He llegado bien, gracias por preguntar.
  Creo que no buscamos lo mismo, que te vaya bonito.
  El viernes fue un poco rápido para mí, ¿podemos ir despacio?
  Un no basta, no hace falta explicarlo.
  ¿Qué te ha hecho reír esta semana?
  ¿A qué huele tu casa de la infancia?
  Mi gata se ha sentado encima de tu mensaje.
  Soy viudo y me ha costado valor estar aquí.
  Mi marido lo sabe, tenemos una relación abierta.
  El tren de las 7:52 me conoce mejor que mis vecinos.
  Hice mermelada, once tarros, y vivo solo.
  ¿Es el faro lo de tu tercera foto?
  Oggi mi hanno pagato, stasera formaggio.
  L'affitto si mangia mezzo stipendio, ma ho il balcone.
  La prossima volta offro io, senza discussioni.
  Facciamo a metà, mi sento meglio così.
  Ho trovato venti euro nel cappotto, che giornata.
  Metto da parte qualcosa ogni mese per vedere l'Islanda.
  Il telefono mi è caduto nella minestra e profuma di porro.
  Non amo telefonare, ma con te un giorno farei un'eccezione.
  Ho il tre per cento di batteria: sì, giovedì.
  Preferisco restare qui ancora un po', è più tranquillo.
  Ho cancellato Facebook e ho ritrovato le serate.
  Il gruppo WhatsApp del coro ha 80 messaggi su una torta.
  Non capisco Snapchat, ho quarantasette anni.
  Qualcuno qui mi ha chiesto una carta regalo e l'ho segnalato subito.
  Ho regalato una pianta alla vicina e ora mi saluta.
  Il mio volo è in ritardo, raccontami qualcosa.
  La valigia è arrivata due giorni dopo di me.
  Ho fatto il cuoco su una nave per un anno.
  Mio fratello è militare e scrive cartoline illeggibili.
  Faccio l'infermiera, i miei turni sono una poesia.
  Hanno operato mia madre, sta benissimo.
  Il ginocchio è a posto, balliamo?
  Il pacco è tornato tre volte, ormai il postino è di famiglia.
  Ho investito in un paio di stivali, tutto qui il mio patrimonio.
  Ci vediamo sotto l'orologio alle sette?
  Sarò quella con l'ombrello rosso.
  Sono arrivata bene, grazie per averlo chiesto.
  Credo che cerchiamo cose diverse, ti auguro il meglio.
  Venerdì è stato un po' veloce per me, possiamo rallentare?
  Che cosa ti ha fatto ridere questa settimana?
  La gatta si è seduta sul tuo messaggio.
  Sono vedovo, e ci è voluto coraggio per venire qui.
  Mio marito lo sa, siamo una coppia aperta.
  Ho fatto la marmellata, undici vasetti, e vivo da solo.
  Ik kreeg vandaag mijn loon, dus er is kaas.
  De huur eet mijn halve salaris op, maar ik heb een balkon.
  De volgende keer betaal ik, geen discussie.
  We delen de rekening, dat vind ik fijner.
  Ik vond twintig euro in mijn jas, wat een dag.
  Ik spaar elke maand een beetje voor IJsland.
  Mijn telefoon viel in de soep en ruikt nu naar prei.
  Ik bel niet graag, maar voor jou maak ik ooit een uitzondering.
  Nog drie procent batterij: ja, donderdag.
  Ik blijf liever nog een tijdje hier schrijven, dat is rustiger.
  Ik heb Facebook verwijderd en mijn avonden terug.
  De appgroep van het koor heeft 80 berichten over een taart.
  Ik snap niets van Snapchat, ik ben zevenenveertig.
  Iemand vroeg me hier om een cadeaukaart, die heb ik gemeld.
  Ik gaf mijn buurvrouw een plant, nu zwaait ze.
  Mijn vlucht heeft vertraging, vertel me iets.
  De koffer kwam twee dagen na mij aan.
  Ik was een jaar kok op een schip.
  Mijn broer zit in het leger en schrijft onleesbare kaarten.
  Ik ben verpleegkundige, mijn rooster is een gedicht.
  Mijn moeder is geopereerd, het gaat goed.
  Mijn knie is weer heel, zullen we dansen?
  Het pakje kwam drie keer terug, de postbode hoort bij de familie.
  Ik heb geïnvesteerd in goede laarzen, dat is alles.
  Zeven uur onder de klok?
  Ik ben die met de rode paraplu.
  Ik ben goed thuisgekomen, dank dat je het vroeg.
  Ik denk dat we iets anders zoeken, het ga je goed.
  Vrijdag ging het me wat snel, kan het rustiger?
  Waar heb je deze week om gelachen?
  De kat is op je bericht gaan zitten.
  Mijn man weet ervan, we hebben een open relatie.
  Ik maakte jam, elf potten, en ik woon alleen.
`)

/**
 * The hard ones, about sums, requests and errands; written once the rules found the stories, and
 * tuned on then.
 */
export const moreEveryday: readonly string[] = linesOf(`
  The concert is 45 euros, a bit much for a Tuesday, but they are good. Shall we?
  Could you bring an umbrella? Mine cost three pounds and behaved like it.
  I found a room for 80 a night with breakfast and a donkey.
  The restaurant is lovely, about 30 euros a head, or we make pasta at mine.
  Can you recommend a garage? Mine wants 900 for the brakes.
  I paid 12 euros for a sandwich at the airport and am still angry.
  Please tell me that you also cannot resist a flea market. I came home with a 20 euro accordion.
  My rent went up by 120 and I answered with a very polite letter.
  Would you split a taxi on Saturday? It should be 15 each.
  I earn 2,300 a month and spend it on violins, roughly.
  The kids need new shoes again, that is the third pair this year.
  I have to pay the school trip today, remind me.
  Do you know a good vet? My cat costs more than I do.
  The clinic moved my appointment, so I am free on Thursday after all.
  I take the money for the drinks at the club on Fridays, come by and say hello.
  Can you believe they wanted 8 euros for a tea?
  I started with a new coach at the gym, she is merciless.
  We have a coach trip to the lakes with the whole choir.
  I put money into a friend's café once. I got free coffee for a year, and that was it.
  The stock market is a mystery to me, I sell cheese.
  I work for an insurance company, we may talk about something else.
  I am a broker for ships, it sounds better than it is.
  Please do not be offended, I would rather not give my number yet.
  You asked for my number: let us have that coffee first.
  I have no Instagram, you would have to come and see the garden.
  My phone contract is up and I understand none of the offers.
  The parcel shop is next to my favourite bar, that cannot be an accident.
  I ordered the book you mentioned, it comes on Friday.
  I scratched the car at the car park, a very small pillar, a very large noise.
  My code for a good evening: soup, film, bed.
  The video of our choir has 41 views, 30 of them by my mother.
  My daughter recorded our dinner and says I talk with my mouth full.
  Everybody at work knows that I have a date, I whistled.
  Your wife reads along, you wrote. Please greet her.
  My boss is away, my colleagues bake, and I have gained two kilos.
  Or we pay at the desk and save the queue, everybody does.
  If I win the raffle I will send you half of the ham.
  I trade my dessert for your starter, deal?
  Let me show you how to fold a dumpling, my grandmother would approve.
  I can teach you the waltz in one evening, and the tango in eleven years.
  I will show you the market on Saturday, the man with the olives tells jokes.
  My profits from the lemonade stand were 6 euros and a sunburn.
  Today I ran ten kilometres and ate eleven.
  Yesterday I bought a chair for 25 euros, and today a second one to match.
  Der Eintritt kostet 12 Euro, die Suppe ist umsonst. Kommst du mit?
  Kannst du mir ein Fahrrad leihen? Meins steht noch in Köln.
  Ich habe 40 Euro für einen Haarschnitt bezahlt, den niemand bemerkt.
  Bitte erinnere mich daran, die Stromrechnung zu zahlen.
  Mein Chef hat die Fotos vom Sommerfest gezeigt, alle haben gelacht.
  Die Werkstatt will 700 Euro, ich fahre jetzt Rad.
  L'entrée coûte 9 euros, et la vue rien du tout. On y va ?
  Il faut que je te raconte mon rendez-vous chez le dentiste.
  J'ai payé 14 euros un café et un croissant à l'aéroport.
  Mon patron a montré les photos de la fête, tout le monde a ri.
  La entrada cuesta 10 euros y la tapa es gratis. ¿Vienes?
  El taller me pide 600 euros, ahora voy en bici.
  Hay que probar la tortilla de mi abuela.
  L'ingresso costa 8 euro, il panorama è gratis. Vieni?
  Bisogna assaggiare la torta di mia zia.
  Il meccanico vuole 500 euro, ormai giro in bici.
  De entree is 11 euro, het uitzicht gratis. Ga je mee?
  Kun je me een goed boek aanraden?
  De garage wil 650 euro, dus ik fiets.
`)

/** Written last, measured once, and never tuned on. */
export const lastEveryday: readonly string[] = linesOf(`
  I will pay you back for the coffee with an even better coffee.
  Your scarf is in my bag, I will return it next week, washed.
  Could you send me the name of that bakery again?
  The tickets are 22 each, I have two, and one of them has your name on it.
  I was stuck in the lift for forty minutes with a man and his trombone.
  My account is blocked because I typed the password as a song. It is only the library.
  Can you give me a hint where we are going? Shoes or boots?
  I put the deposit on a van today, 400, I am officially a camper.
  The hospital canteen charges 6 for soup, the view is free.
  My driver's licence photo should be a crime.
  I lost forty pounds since last year, weight, sadly not money.
  I make about ten cups of tea a day.
  I earn less than my sister and laugh more.
  The course costs 90 for six evenings, pottery, very muddy. Would you come?
  Please pay attention at the crossing near my house, the geese are in charge.
  My team at work got a prize for the tidiest fridge.
  We have a group that walks on Sundays, thirteen people and two donkeys.
  My broker's dog is called Dow. He goes up and down.
  I know nothing of shares, I once owned a share of a pony.
  Can I show you my favourite bridge on Friday?
  I could teach you to whistle with two fingers.
  I bought a lamp for 15 and a shade for 60, love makes blind.
  I still need 300 points for the free toaster.
  The vet said 150, the cat said nothing.
  My wife took the pictures, she is the artist of us two.
  My son saw your picture and asked whether you have a boat.
  Tell your friends that I brought you home before midnight.
  Everybody saw me fall off the stage, there is a video.
  I am free from 18 to 22, then I turn into a pumpkin.
  Which number is your house? I will wait at the corner.
  I have an old telephone with a dial, children ask what it is.
  My e-mail address is a pun, I will tell you when we meet.
  I have been on Signal, Threema and a rowing boat, only the last one calmed me.
  The app for the bikes charges two euros for half an hour.
  The gift shop at the museum sells socks with beetles.
  My aunt gave me 50 for my birthday, as every year since I was six.
  Ich leihe dir gern das Buch, du bringst es einfach mit.
  Der Kurs kostet 80 Euro für fünf Abende. Magst du mitkommen?
  Kannst du mir sagen, wann der letzte Bus fährt?
  Ich stecke im Stau fest und höre Märchen.
  Meine Bank hat jetzt eine Kaffeemaschine.
  Le stage coûte 60 euros, tu viens avec moi ?
  Je suis coincé dans le train, raconte-moi une histoire.
  Je te rends ton écharpe samedi.
  El curso cuesta 70 euros, ¿te apuntas conmigo?
  Te devuelvo el paraguas el sábado.
  Il corso costa 70 euro, vieni con me?
  Sono bloccata nel traffico e ascolto l'opera.
  De cursus kost 65 euro, ga je mee?
  Ik breng je boek zaterdag terug.
`)
