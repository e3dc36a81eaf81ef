/** Accessible names of a desk that is in use, by the screens' names in the tours. */
export const deskNames: Record<string, string> = {
  'my-letters': `
    - navigation "Recipients":
      - heading "Recipients" [level=2]
      - searchbox "Search recipients"
      - list:
        - listitem:
          - link /All Letters\\W+2/
        - listitem:
          - link /Grandpa Tom\\W+1 letter\\W+tom\\.oakes@example\\.org/
        - listitem:
          - link /Ilse Brandt.* 1 letter\\W+ilse\\.brandt@example\\.org/
    - heading "Everything you have posted" [level=1]
    - term: Letters Sent
    - definition: "2"
    - term: Recipients
    - definition: "2"
    - term: Photos Shared
    - definition: "5"
    - link "Write a New Letter"
  `,
  conversation: `
    - link "Back to Mailbox"
    - heading "Ilse Brandt" [level=1]
    - list:
      - listitem:
        - article:
          - heading "Their Reply" [level=2]
          - text: ilse.brandt@example.org
          - time
          - text: Email
          - paragraph: /I read it twice at the window/
      - listitem:
        - 'article /Letter #\\d+/':
          - img /sent, /
          - button "Open photo 1"
          - button "Open photo 2"
          - button "Open photo 3"
          - button "+1 more photo"
          - button "View Details"
  `,
  'letter-details': `
    - 'dialog /Letter #\\d+/':
      - term: Recipient
      - definition: /Ilse Brandt/
      - term: Status
      - definition: sent
      - term: Template
      - definition: Vintage Style
      - term: Created
      - term: Sent
      - list:
        - listitem:
          - button "Save photo 1"
  `,
  photo: `
    - dialog "Photo 1 of 4":
      - contentinfo:
        - button "Download"
  `,
  'letter-box': `
    - dialog "Conversations":
      - list:
        - listitem:
          - button /Ilse Brandt.*2 messages.*Active conversation/
        - listitem:
          - button /Grandpa Tom.* 1 message.* New letter/
  `,
  thread: `
    - dialog "Conversations":
      - 'article /Letter #\\d+/':
        - term: From
        - definition: maren.oakes@example.com
        - term: To
        - definition: ilse.brandt@example.org
        - term: Template
        - definition: Vintage Style
      - list:
        - listitem:
          - article:
            - heading "Their Reply" [level=3]
            - text: /ilse\\.brandt@example\\.org/
            - text: via Email
  `,
  'user-menu': `
    - banner:
      - text: maren.oakes@example.com
      - list:
        - listitem:
          - link "Your credits"
        - listitem:
          - button "Address book"
      - button "Log out"
  `,
  'payment-coupon': `
    - heading "Buy Credits" [level=1]
    - list:
      - listitem:
        - heading "5 credits" [level=2]
        - button "Buy 5 credits for $4.00"
      - listitem:
        - paragraph: 15 credits Save 20%
        - button "Buy 15 credits for $9.60"
      - listitem:
        - paragraph: 50 credits Best Value, save 50%
        - button "Buy 50 credits for $20.00"
    - region "Coupon":
      - textbox "Coupon code"
      - button "Apply"
      - button "Apply WELCOME5"
      - button "Apply TEACHER20"
      - status:
        - paragraph:
          - button "Remove TEACHER20"
    - region "How Letter Credits Work"
  `,
  'payment-cancel': `
    - main:
      - heading "Payment Cancelled" [level=1]
      - paragraph: /No charge was made/
      - paragraph:
        - link "Try Again"
  `,
  'payment-success': `
    - main:
      - status:
        - heading "Payment Successful" [level=1]
      - paragraph:
        - link "Create a Letter"
        - link "My Letters"
        - link "Buy More Credits"
  `,
  credits: `
    - region "Ledger":
      - table "Every credit that came and went, newest first"
  `,
  'not-found': `
    - main:
      - heading "404 Page Not Found" [level=1]
      - paragraph:
        - link "Back to the letter desk"
  `,
};
