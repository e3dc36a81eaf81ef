/**
 * Headers of Google, Outlook (also localised), Thunderbird (likewise) and spreadsheets. Compared without case, accents, spaces,
 * signs and numbers: 'E-mail 1 - Value' and 'E-mail 2 - Value' are one.
 */
const HEADERS = {
  email: `email | mail | email address | email value | primary email | secondary email | e-mails | mailto
    | E-Mail-Adresse | E-Mail Adresse | Mailadresse | Primäre E-Mail-Adresse | Sekundäre E-Mail-Adresse
    | Adresse de messagerie | Adresse e-mail | Adresse mail | Courriel | Adresse électronique
    | Première adresse électronique | Adresse électronique secondaire
    | Dirección de correo electrónico | Dirección de correo | Correo electrónico | Correo
    | Indirizzo posta elettronica | Indirizzo di posta elettronica | Indirizzo e-mail | Posta elettronica
    | E-mailadres | E-mail adres | Adres e-mail | Adres poczty elektronicznej
    | Endereço de e-mail | Endereço de correio eletrónico | Correio eletrônico
    | E-postadress | E-post | E-postadresse | E-mailadresse | Sähköpostiosoite | Sähköposti
    | E-mailová adresa | E-mail cím | E-mail-cím | Adresă de e-mail | E-posta adresi | E-posta
    | Адрес эл. почты | Адрес электронной почты | Электронная почта | Эл. почта | Електронна пошта
    | Ηλεκτρονική διεύθυνση | Διεύθυνση ηλεκτρονικού ταχυδρομείου
    | 電子メール アドレス | 電子メール | メールアドレス | メール | 电子邮件地址 | 电子邮件 | 邮箱 | 電子郵件地址 | 電子郵件
    | 전자 메일 주소 | 전자메일 | 이메일 | 이메일 주소 | כתובת דואר אלקטרוני | דואר אלקטרוני
    | عنوان البريد الإلكتروني | البريد الإلكتروني`,
  name: `name | full name | display name | contact name | contact | Anzeigename | Vollständiger Name | Kontakt
    | Nom complet | Nom à afficher | Nom affiché | Nombre completo | Nombre a mostrar | Nome completo | Nome visualizzato
    | Volledige naam | Naam | Weergavenaam | Imię i nazwisko | Nazwa wyświetlana | Namn | Navn | Visningsnavn
    | Nimi | Celé jméno | Имя и фамилия | ФИО | Полное имя | 氏名 | 表示名 | 名前 | 姓名 | 显示名称 | 이름 | 성명 | שם מלא | الاسم الكامل`,
  given: `first name | first | given name | forename | Vorname | Prénom | Nombre | Nome | Primeiro nome | Voornaam | Imię
    | Förnamn | Fornavn | Etunimi | Jméno | Keresztnév | Utónév | Prenume | Ad | Имя | Ім’я | Όνομα | 名 | 名字 | שם פרטי | الاسم الأول`,
  middle: `middle name | middle | additional name | Weitere Vornamen | Zweiter Vorname | Deuxième prénom | Segundo nombre
    | Secondo nome | Segundo nome | Tweede voornaam | Drugie imię | Mellannamn | Mellomnavn | Mellemnavn | Отчество`,
  family: `last name | last | family name | surname | Nachname | Familienname | Nom | Nom de famille | Apellidos | Apellido
    | Cognome | Sobrenome | Apelido | Último nome | Achternaam | Nazwisko | Efternamn | Etternavn | Sukunimi
    | Příjmení | Vezetéknév | Nume | Nume de familie | Soyadı | Фамилия | Прізвище | Επώνυμο | 姓 | 성 | שם משפחה | الاسم الأخير`,
  nickname: `nickname | nick name | Spitzname | Surnom | Apodo | Sobrenombre | Soprannome | Bijnaam | Pseudonim
    | Smeknamn | Kallenavn | Kaldenavn | Kutsumanimi | Přezdívka | Псевдоним | ニックネーム | 昵称 | 暱稱 | 닉네임`,
  birthday: `birthday | birth date | date of birth | bday | Geburtstag | Geburtsdatum | Anniversaire | Date de naissance
    | Cumpleaños | Fecha de nacimiento | Compleanno | Data di nascita | Aniversário | Data de nascimento | Verjaardag
    | Geboortedatum | Urodziny | Data urodzenia | Födelsedag | Fødselsdag | Bursdag | Syntymäpäivä | Narozeniny | Születésnap
    | Doğum günü | День рождения | Дата рождения | День народження | 誕生日 | 生日 | 생일 | יום הולדת | عيد الميلاد`,
  'birth year':
    'birth year | Geburtsjahr | Année de naissance | Año de nacimiento | Anno di nascita | Geboortejaar',
  'birth month':
    'birth month | Geburtsmonat | Mois de naissance | Mes de nacimiento | Mese di nascita | Geboortemaand',
  'birth day': 'birth day number | Jour de naissance | Día de nacimiento | Giorno di nascita | Geboortedag',
  zone: 'time zone | timezone | Zeitzone | Fuseau horaire | Zona horaria | Fuso orario | Tijdzone',
  language: 'language | Sprache | Langue | Idioma | Lingua | Taal | Język | 言語 | اللغة',
};

export type Field = keyof typeof HEADERS;

const plain = (header: string): string =>
  header
    .slice(0, 100)
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

const FIELDS = new Map(
  Object.entries(HEADERS).flatMap(([field, headers]) =>
    headers.split('|').map((header) => [plain(header), field as Field] as const),
  ),
);

export type Columns = Partial<Record<Field, number[]>>;

export function knownColumns(headers: readonly string[]): Columns {
  const columns: Columns = {};
  for (const [at, header] of headers.entries()) {
    const field = FIELDS.get(plain(header));
    if (field) columns[field] = [...(columns[field] ?? []), at];
  }
  return columns;
}
