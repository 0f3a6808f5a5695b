import { beDemo } from './installation/be-demo.ts';
import { expect, test as testOutside, testInside as test } from './installation/investor.ts';

/** What a screen reader announces on the login, network and profile pages: names, roles and their order. */
testOutside(
  '[A2] [A3] the login is read out, what was wrong with it, and the landmarks behind it',
  async ({ page, investor }) => {
    await page.goto('/auth/login');
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Identifique-se" [level=1]
      - paragraph: Acesse sua conta de investidor.
      - textbox "E-mail"
      - textbox "Senha"
      - button "Mostrar senha"
      - checkbox "Manter conectado por 30 dias"
      - link "Esqueci minha senha"
      - alert
      - button "ACESSAR"
      - paragraph:
        - link "Criar conta"
  `);
    await page.getByRole('button', { name: 'ACESSAR' }).click();
    await expect(page.getByRole('alert')).toMatchAriaSnapshot(`- alert: Preencha todos os campos.`);
    await page.getByLabel('E-mail').fill(investor.email);
    await page.getByLabel('Senha', { exact: true }).fill(investor.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^Olá/ })).toBeVisible();
    await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Ir para o conteúdo"
    - region "Sandbox"
    - banner:
      - link "Lastro, ir para o início"
      - button "Buscar"
      - link "Sacar"
      - link "Trazer da Corretora"
      - link "Nova Stake"
      - link "Saldo US$ 0,00 Abrir Copytrade"
      - link "Histórico"
      - link /^Avisos/
      - button "AF Sua conta"
    - complementary:
      - navigation "Navegação principal":
        - list:
          - listitem:
            - link "Início"
          - listitem:
            - link "Stake"
          - listitem:
            - link "Vencimentos"
          - listitem:
            - link "Histórico"
          - listitem:
            - link "Rede"
          - listitem:
            - link "Copytrade"
          - listitem:
            - link "Operações"
          - listitem:
            - link "PrimeVault"
          - listitem:
            - link "Primezord"
      - paragraph:
        - 'link "US$ 0,00 Saldo disponível: por que este número"'
      - link "Voltar à corretora"
      - combobox "Idioma"
      - paragraph: /Tempo de Sessão Restante 4 horas e \\d+ minutos/
    - main:
      - heading "Olá, \u2068Ana Beatriz Figueiredo\u2069" [level=1]
      - paragraph:
        - button "Copiar ID"
      - button "Enviar de novo"
      - region "Comece em dois passos":
        - list:
          - listitem:
            - heading "Traga dinheiro da corretora" [level=3]
            - button "Trazer da Corretora"
          - listitem:
            - heading "Escolha onde investir" [level=3]
            - button "Nova Stake"
      - region "Simule antes de decidir":
        - group "Por quanto tempo"
        - textbox "Quanto"
        - status:
          - strong: US$ 110,00
      - region "Produtos lado a lado":
        - table "Produtos lado a lado"
      - region "Seu link de indicação":
        - button "Copiar link"
    - contentinfo:
      - navigation "Ajuda e termos":
        - link "Ajuda"
        - link "Taxas e limites"
        - link "Termos"
        - link "Suporte"
    - region "Avisos"
  `);
  },
);

testOutside('[W1] the network is read out: who stands on which level, opened and shut', async ({ page, request }) => {
  await beDemo(page, request);
  await page.goto('/network');
  await page.getByRole('row').filter({ hasText: 'Camila Duarte' }).getByRole('button').click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Rede" [level=1]
      - region "Sua rede":
        - searchbox "Buscar por nome ou e-mail"
        - treegrid "Membros da sua rede":
          - row "Camila Duarte" [expanded] [level=1]:
            - gridcell /2 membros diretos/:
              - button "Recolher Camila Duarte"
          - row "Tiago Ramos" [level=2]
  `);
});

test('[P1] [P2] the profile for screen readers', async ({ page }) => {
  await page.goto('/profile');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Atualizar Perfil" [level=1]
      - region "Foto":
        - button "Escolher imagem"
      - region "Dados pessoais":
        - textbox "Telefone": (11) 98765-4321
        - group "Data de nascimento":
          - spinbutton "dia, Data de nascimento": "17"
          - spinbutton "mês, Data de nascimento"
          - spinbutton "ano, Data de nascimento": "1990"
        - button "Salvar dados"
      - region "Idioma e aparência":
        - combobox "Idioma"
        - group "Tema":
          - radio "Escuro" [checked]
          - radio "Claro"
      - region "E-mails"
      - region "Sua rede"
      - region "Senha":
        - textbox "Senha atual"
        - textbox "Nova senha"
        - button "Mostrar nova senha"
        - textbox "Confirmar nova senha"
        - button "Trocar senha"
      - region "Segunda chave"
      - region "Sessões abertas"
  `);
});
