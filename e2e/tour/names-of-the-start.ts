/** Accessible names of the signed-out screens and of a first letter, by the screens' names in the tours. */
const FOOTER = `
  - contentinfo:
    - link "How it Works"
    - link "Templates"
    - link "Pricing"
    - link "Help Center"
    - link "Contact Us"
    - link "Privacy"
`;

export const publicNames: Record<string, string> = {
  'warm-up': `
    - main:
      - heading "Slow Letters" [level=1]
      - status
      - paragraph: Just a moment while we prepare everything for your Slow Letters
  `,
  'sign-in': `
    - main:
      - heading "Transform your handwritten notes into beautiful digital letters" [level=1]
      - list:
        - listitem: Upload photos of Slow Letters
        - listitem: Choose recipients and beautiful templates
        - listitem: Send personalized emails with embedded photos
      - tablist "Ways to sign in":
        - tab "Email" [selected]
        - tab "Quick Sign In"
      - tabpanel "Email":
        - textbox "Email"
        - textbox "Password"
        - button "Sign In"
        - button "Sign Up"
      - paragraph:
        - link "Our Mission"
        - link "Support"
      - paragraph: Secure authentication • Auto sign-out after 20 minutes
  `,
  'sign-in-missing': `
    - region "Notifications (F8)":
      - list:
        - listitem:
          - text: Missing information Please enter both email and password
  `,
  'quick-sign-in': `
    - tabpanel "Quick Sign In":
      - 'button "Google: Temporarily Disabled" [disabled]'
      - paragraph: Google authentication is temporarily disabled. Please use the Email tab.
      - button "Continue with Apple"
  `,
  mission: `
    - banner:
      - navigation "Main":
        - link "Our Mission"
        - link "Support"
      - link "Sign In"
    - main:
      - article:
        - heading "Our Mission" [level=1]
        - heading "The slow tech movement" [level=2]
        - link "Sign In"
      - region "How it works"
      - region "Nine papers"
      - region "Pricing"
  `,
  support: `
    - main:
      - heading "Support" [level=1]
      - textbox "Name"
      - textbox "Email"
      - combobox "Category":
        - option "Technical"
        - option "General"
        - option "Feedback"
        - option "Feature request"
        - option "Billing"
        - option "Other"
      - textbox "Subject"
      - textbox "Message"
      - button "Send message"
      - region "Frequently asked"
  ${FOOTER.replaceAll('\n  ', '\n    ')}`,
  'support-missing': `
    - region "Notifications (F8)":
      - list:
        - listitem:
          - text: Missing Information Please fill in all required fields
  `,
};

export const firstLetterNames: Record<string, string> = {
  'upload-empty': `
    - link "Skip to the page"
    - banner:
      - link "Slow Letters"
      - navigation "Main":
        - link "Our Mission"
        - link "My Letters"
        - link "Buy Credits"
        - link "Support"
      - text: 0 credits
      - link "Buy Credits"
      - 'button "I Account: ilse.neu@example.com"'
    - main:
      - list "Steps":
        - listitem: Upload
        - listitem: Recipient
        - listitem: Template
        - listitem: Send
      - heading "Lay out your pages" [level=1]
      - button "Browse photos"
      - complementary "Your envelope":
        - button "Continue to Recipient" [disabled]
  ${FOOTER.replaceAll('\n  ', '\n    ')}`,
  'my-letters-empty': `
    - main:
      - navigation "Recipients":
        - heading "Recipients" [level=2]
        - searchbox "Search recipients"
      - heading "No letters yet" [level=1]
      - link "Write First Letter"
  `,
  'letter-box-empty': `
    - dialog "Conversations":
      - paragraph: Your letter box is empty
  `,
  upload: `
    - list "Pages of the letter":
      - listitem "Photo 1 of 3":
        - button "Edit photo 1"
        - button "Delete photo 1"
        - button "Move photo 1 earlier" [disabled]
        - button "Move photo 1 later"
  `,
  'editor-rotate': `
    - dialog "Edit photo 1":
      - button "Rotate left"
      - button "Rotate right"
      - button "Reset rotation" [disabled]
      - contentinfo:
        - button "Cancel"
        - button "Save Changes"
  `,
  recipient: `
    - textbox "Name": Ilse Brandt
    - textbox "Email": ilse.brandt@example.org
    - complementary "Recent recipients"
    - button "Back"
    - button "Continue to Template"
  `,
  template: `
    - group "Template":
      - radio /Classic Frame/
      - radio /Modern Clean/
      - radio /Vintage Style/ [checked]
      - radio /Cozy Notebook/
      - radio /Vintage Postcard/
      - radio /Museum Exhibition/
      - radio /Zine Layout/
      - radio /Storybook/
      - radio /Hackley/
    - textbox "Message"
    - complementary "Preview":
      - button "Back"
      - button "Preview"
  `,
  preview: `
    - complementary "Counter":
      - region "Send summary":
        - term: To
        - definition: Ilse Brandt
        - term: Email
        - definition: ilse.brandt@example.org
        - term: Template
        - definition: Vintage Style
        - term: Photos
        - definition: "3"
      - button "Send Letter"
      - button "Back"
  `,
  'need-credits': `
    - dialog "Need More Credits":
      - heading "Need More Credits" [level=2]
      - group "Packages"
      - button "Not now"
  `,
  success: `
    - heading "Letter Sent Successfully" [level=1]
    - button "Send Another Letter"
    - link "View My Letters"
  `,
};
