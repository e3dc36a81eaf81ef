/* Names of header fields as mail programs translate them above a quotation. How a line is written: `any-of.ts`. */

/** Names of the field with the author of a quoted message. */
export const FROM_NAMES = String.raw`
From
Von
De
De la
Da
Van
Från
Fra
Frá
Lähettäjä
Saatja
Od
Feladó
От
От кого
Від
Από
Kimden
Gönderen
Dari
Daripada
Từ
No
Nuo
差出人
发件人
寄件者
寄件人
보낸 사람
보낸사람
מאת
من
از
จาก
Expéditeur
Remitente
Mittente
Absender
Afzender
Nadawca
Odesílatel
Отправитель
`;

/** The other fields that are quoted with it. */
export const OTHER_NAMES = String.raw`
# English
Sent|Date|To|Cc|Bcc|Subject|Reply-To|Sent On
# German
Gesendet|Datum|An|Betreff|Kopie
# French
Envoyé|Envoyé le|À|A|Pour|Objet|Sujet|Copie à|Destinataire
# Spanish and Portuguese
Enviado|Enviado el|Enviada|Enviada em|Enviado em|Fecha|Para|Asunto|Assunto|Data
# Italian
Inviato|Oggetto
# Dutch
Verzonden|Verzonden op|Aan|Onderwerp
# Swedish
Skickat|Till|Ämne|Kopia
# Danish and Norwegian
Sendt|Til|Emne|Dato|Kopi
# Icelandic
Efni
# Finnish
Lähetetty|Vastaanottaja|Aihe|Päivämäärä|Kopio
# Estonian
Saadetud|Saaja|Teema|Kuupäev
# Polish
Wysłano|Wysłane|Do|DW|Temat
# Czech
Odesláno|Komu|Předmět
# Slovak
Odoslané|Predmet|Dátum
# Hungarian
Elküldve|Címzett|Másolat|Tárgy
# Romanian
Trimis|Către|Subiect
# Russian
Отправлено|Дата|Кому|Копия|Тема
# Ukrainian
Надіслано
# Bulgarian
Изпратено|До|Относно
# Croatian, Serbian and Slovenian
Poslano|Poslato|Prima|Za|Zadeva|Naslov
# Latvian
Nosūtīts|Kam|Tēma
# Lithuanian
Išsiųsta|Tema
# Greek
Στάλθηκε|Ημερομηνία|Προς|Κοιν.|Θέμα
# Turkish
Kime|Bilgi|Konu|Tarih|Gönderildi|Gönderilme
# Indonesian and Malay
Dikirim|Kepada|Perihal|Subjek|Tanggal
# Vietnamese
Đã gửi|Đến|Tới|Chủ đề|Ngày
# Japanese
送信日時|宛先|件名|日時|日付
# Chinese
发送时间|收件人|抄送|主题|日期|寄件日期|傳送時間|收件者|副本|主旨
# Korean
보낸 날짜|보낸날짜|받는 사람|받는사람|제목|날짜|참조
# Hebrew
נשלח|תאריך|אל|נושא
# Arabic
تم الإرسال|التاريخ|إلى|الموضوع
# Persian
تاریخ|به|موضوع
# Thai
วันที่|ส่ง|ถึง|เรื่อง
`;
