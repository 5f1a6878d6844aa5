print('{text}')
