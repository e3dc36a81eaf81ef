/** Lines that devices and programs add below a message, as they write them. */
export const ADDED_BY_PROGRAMS = `
Sent from my iPhone
Sent from my iPad
Sent from my iPhone 15 Pro Max
From My Iphone 6
Sent from my Apple Watch
Sent from my Samsung Galaxy smartphone.
Sent from my Galaxy
Enviat des del meu iPhone
Get BlueMail for Android
Inviato da Posta per Windows
Enviado do Correio para Windows
Envoyé depuis l’application Mail Orange
Sent from my Kindle Fire
Trimis de pe telefonul meu Android
通过我的手机发送
Отправлено из Почты Mail
Послато са iPhone-а
Gesendet mit FairEmail
Sent from my mobile device, please excuse typos
Pobierz aplikację Outlook dla systemu iOS
iOS 版 Outlook を入手
iOS için Outlook'u edinin
Envoyé avec la messagerie sécurisée Proton Mail.
Sent with Tuta; enjoy secure & ad-free emails.
Sicher mit Tuta Mail versendet:
El software de antivirus Avast ha analizado este correo electrónico en busca de virus.
Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.
This email has been scanned by the Symantec Email Security.cloud service.
<<sent by galaxy>>
Someone from mobile
Sent from Samsung tablet
Sent from Samsung Mobile on O2
Sent from my Verizon, Samsung Galaxy smartphone
Sent from my T-Mobile 4G LTE Device
Sent via BlackBerry from T-Mobile
Sent from my BlackBerry® wireless device
Sent from my BlackBerry 10 smartphone on the Bell network.
Sent from my Windows Phone
Sent from Mail for Windows 10
Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows
Sent from Outlook for iOS<https://aka.ms/o0ukef>
Sent from Outlook
Get Outlook for iOS<https://aka.ms/o0ukef>
Get Outlook for Android
Get Outlook for Mac
Sent from Yahoo Mail for iPhone
Sent from Yahoo Mail on Android <https://go.onelink.me/107872968?pid=InProduct>
Yahoo Mail: Search, Organize, Conquer
Sent from Gmail Mobile
Sent with Proton Mail secure email.
Sent from Proton Mail mobile
Sent from Proton Mail for iOS
Sent with Tutanota
Sent with Spark
Sent via Superhuman iOS
Sent from my Android device with K-9 Mail. Please excuse my brevity.
Sent from my SM-G960U using Tapatalk
Sent from the all new AOL app for iOS
Sent from AOL Mobile Mail
Sent from my Xperia™ smartphone
Sent from my Huawei phone
Sent from my Pixel 8
Sent from BlueMail for Android
Sent using Zoho Mail
Sent from my mobile phone
Sent from mobile
Sent from my Surface Pro
Virus-free. www.avast.com
ᐧ
Von meinem iPhone gesendet
Von meinem iPad gesendet
Von meinem Samsung Galaxy Smartphone gesendet.
Von Samsung-Tablet gesendet
Gesendet mit der GMX Mail App
Gesendet von Yahoo Mail auf Android
Envoyé à partir de Yahoo Mail sur Android
Inviato da Yahoo Mail su Android
Gesendet mit der Telekom Mail App
Gesendet von Mail für Windows
Gesendet von Outlook für Android
Outlook für iOS beziehen
Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.
Gesendet von meinem Huawei-Mobiltelefon
Von meinem Handy gesendet
Gesendet mit Proton Mail
Virenfrei. www.avast.com
Envoyé de mon iPhone
Envoyé depuis mon iPad
Envoyé à partir de Outlook pour Android
Envoyé à partir de Courrier pour Windows
Envoyé depuis mon smartphone Samsung Galaxy.
Télécharger Outlook pour iOS
Envoyé depuis mon mobile Orange
Envoyé avec Proton Mail
Sans virus. www.avast.com
Enviado desde mi iPhone
Enviado desde mi Samsung Mobile de Claro
Enviado desde Outlook para Android
Enviado desde Correo para Windows
Obtener Outlook para iOS
Enviado desde mi smartphone Samsung Galaxy.
Enviado do meu iPhone
Enviado do Yahoo Mail no Android
Obter o Outlook para iOS
Enviado do meu smartphone Samsung Galaxy.
Inviato da iPhone
Inviato da Outlook per Android
Scarica Outlook per Android
Inviato dal mio smartphone Samsung Galaxy.
Inviato da Libero Mail
Verstuurd vanaf mijn iPhone
Verzonden vanaf mijn iPad
Verzonden vanuit Mail voor Windows
Outlook voor Android downloaden
Verstuurd vanaf mijn Samsung-smartphone
Skickat från min iPhone
Skickat från Outlook för Android
Sendt fra min iPhone
Sendt fra min Samsung-telefon
Hent Outlook til iOS
Lähetetty iPhonesta
Lähetetty iPhonestani
Lähetetty Samsung-puhelimesta
Wysłane z iPhone'a
Wysłano z iPhone’a
Wysłane z telefonu Samsung
Wysłane z programu Outlook dla systemu Android
Odesláno z iPhonu
Odesláno z mého iPhonu
Odoslané z iPhonu
Trimis de pe iPhone
Trimis de pe iPhone-ul meu
Elküldve az iPhone-omról
iPhone-omról küldve
Отправлено с iPhone
Отправлено с моего iPhone
Отправлено из мобильной Почты Mail.ru
Отправлено из Mail.ru для iOS
Надіслано з iPhone
Изпратено от моя iPhone
Poslano s mojega iPhona
Στάλθηκε από το iPhone μου
iPhone'umdan gönderildi
iPhone'dan gönderildi
Dikirim dari iPhone saya
Được gửi từ iPhone của tôi
iPhoneから送信
私のiPhoneから送信
Galaxyから送信
发自我的iPhone
发自我的华为手机
從我的 iPhone 傳送
获取 Outlook for Android
나의 iPhone에서 보냄
내 Galaxy에서 보냄
נשלח מה-iPhone שלי
أُرسلت من الـ iPhone
ส่งจาก iPhone ของฉัน
Holen Sie sich Outlook für iOS
Outlook voor iOS ophalen
Pobierz program Outlook dla systemu iOS
Outlook for iOS を入手
احصل على Outlook لـ iOS
مرسل من Outlook لنظام iOS
Get [Outlook for Android](https://aka.ms/ghei36)
Get Outlook for iOShttps://aka.ms/o0ukef
Envoyé depuis mon appareil Galaxy
Enviado desde mi dispositivo Samsung de la red Claro.
Wysłane z mojego urządzenia Galaxy
أُرسلت من جهازي Galaxy
تم الإرسال من هاتف Samsung Galaxy الذكي.
مرسل من هاتف سامسونج
Wysłane z Yahoo Mail na urządzeniu z Androidem
Yahoo!メール for iPhoneから送信
تم الإرسال من بريد Yahoo على Android
Sent from Yahoo Mail. Get the app
Yahoo Mail: zoeken, organiseren, veroveren
Yahoo Mail: wyszukuj, porządkuj, zdobywaj
Inviato con l’email sicura di Proton Mail.
Proton Mail セキュアメールで送信されました。
أُرسلت باستخدام بريد Proton Mail الآمن.
Gesendet mit der mobilen Mail App
Gesendet von meinem Samsung Galaxy Tab S9
Gesendet mit der 1&1 Mail App
Gesendet mit der IONOS Mail App
Sent with the mail.com App
Holen Sie sich BlueMail für Android
BlueMail für Android herunterladen
Télécharger BlueMail pour Android
Obtener BlueMail para Android
Scarica BlueMail per Android
Obter BlueMail para Android
Download BlueMail voor Android
Gesendet über Gmail Mobile
Envoyé depuis ma messagerie SFR
Envoyé depuis mon mobile Bouygues Telecom
Envoyé depuis l'application La Poste Mail
Inviato dall'app Libero Mail
Enviado pelo UOL Mail
Verzonden met de Ziggo Mail-app
Wysłane z aplikacji mobilnej WP Poczta
Wysłane z aplikacji Onet Poczta
マイ Galaxyから送信
Sent from my Mac
Von meinem Mac gesendet
Provenance : Courrier pour Windows 10
تم الإرسال من البريد لـ Windows 10
`
  .trim()
  .split('\n');

export const WRITTEN_BY_PEOPLE = `
Sent with love from Lisbon, Ilse
Sent by your favourite aunt
Sent from the garden, with muddy hands
Sent from my heart
Sent with a hug from all of us
Sent with an orange
Sent from the surface of the moon
Sent from the surface
Sent by apple cart
Sent from the edge
Sent from my kitchen table
Sent by mail and by pigeon
Sent with the kindness of strangers
Sent from Samsung, where I work now
Sent from my iPhone because the cat sleeps on the laptop
Sent from my new phone, which I hate
Was it sent from my iPhone?
Get Outlook to work again, please
Try Outlook and tell me
Yahoo Mail: it ate my letter again
Virus-free at last, thanks to Avast and to my grandson
From mobile to desk and back
Love from mobile Ilse
Someone from mobile services rang
The phone is new
My new iPhone
Gesendet mit viel Liebe aus Wien
Gesendet von Herzen
Geschrieben auf dem Balkon
Enviado en un sueño
Von meinem Sofa gesendet
Von unterwegs herzlich gesendet
Diese Nachricht wurde mit viel Liebe gesendet
Mit dem Handy geschrieben, drum so kurz
Envoyé avec tendresse de Marseille
Envoyé depuis mon jardin
Envoyé par ta grand-mère
Enviado con cariño desde Sevilla
Enviado desde mi balcón
Enviada com saudades do Porto
Enviado pela tua avó
Inviato con affetto da Napoli
Inviato dal mio giardino
Verzonden met liefs uit Gent
Verstuurd vanaf mijn bankje in het park
Skickat med kärlek från Malmö
Sendt fra min hytte
Sendt med kærlig hilsen fra Aarhus
Lähetetty rakkaudella Helsingistä
Wysłane z miłością z Krakowa
Odesláno s láskou z Brna
Отправлено с любовью из Москвы
Надіслано з любов'ю зі Львова
Στάλθηκε με αγάπη από την Αθήνα
Trimis cu drag din Cluj
Szeretettel küldve Pécsről
Sevgiyle gönderildi
从北京寄来我的爱
京都から愛を込めて送信
사랑을 담아 서울에서 보냄
נשלח באהבה מחיפה
أُرسلت مع حبي من بيروت
أُرسلت على عجل من بيتي
Sent by mail with a red phone
[ ]
Sent by Mac
Sent by WP
Sent to the mailbox by the gate
Get the app
Try Gmail on Android
Envoyé par la poste
Envoyé depuis la poste
Enviado por la red de tías
Wysłane pocztą z Gdyni
Hol dir den Kuchen für Android
`
  .trim()
  .split('\n');
