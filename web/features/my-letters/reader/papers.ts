// The papers of the letters' own pages. Every rule begins with its template's id.
import '../../../../templates/classic/page.css';
import '../../../../templates/hackley/page.css';
import '../../../../templates/modern/page.css';
import '../../../../templates/museum/page.css';
import '../../../../templates/notebook/page.css';
import '../../../../templates/postcard/page.css';
import '../../../../templates/storybook/page.css';
import '../../../../templates/vintage/page.css';
import '../../../../templates/zine/page.css';
